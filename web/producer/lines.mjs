// node lines.mjs HALLMARK_WASM: what native.cpp does, by the module: an answer to every line of standard input, its microseconds to standard error.
import fs from 'node:fs';
import readline from 'node:readline';
import { program } from './program.mjs';

const hallmark = program(new WebAssembly.Module(fs.readFileSync(process.argv[2])));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const began = process.cpuUsage();
  console.log(hallmark.text(line));
  console.error(process.cpuUsage(began).user);
}
