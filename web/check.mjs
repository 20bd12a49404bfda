// node check.mjs CHECK_WASM FILE...: the lines of hallmark-check, by the module; the seconds of each go to standard error.
import fs from 'node:fs';
import { check, compile } from './checker.mjs';

const [wasm, ...files] = process.argv.slice(2);
const checker = await compile(fs.readFileSync(wasm));
const printable = (text) => text.replace(/[^ -~]/gu, '?');
let wrong = 0;
for (const file of files) {
  const started = process.cpuUsage();
  const line = await check(checker, fs.readFileSync(file));
  const { user, system } = process.cpuUsage(started);
  console.log(`c ${printable(file)}\n${line}`);
  console.error(`${((user + system) / 1e6).toFixed(3)} ${file}`);
  if (!line.startsWith('s VERIFIED')) wrong = 1;
}
process.exit(wrong);
