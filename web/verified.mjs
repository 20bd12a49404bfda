// node verified.mjs VERIFIED_JS FILE...: the lines of hallmark-verify, by its translation to JavaScript; the seconds of each go to standard error.
import fs from 'node:fs';
import vm from 'node:vm';

const [program, ...files] = process.argv.slice(2);
const verify = new vm.Script(fs.readFileSync(program, 'utf8'));
const printable = (text) => text.replace(/[^ -~]/gu, '?');
let wrong = 0;
for (const file of files) {
  const started = process.cpuUsage();
  globalThis.hallmark = { certificate: fs.readFileSync(file, 'latin1'), line: 's REJECTED work: the program stopped' };
  verify.runInThisContext();
  const { user, system } = process.cpuUsage(started);
  console.log(`c ${printable(file)}\n${globalThis.hallmark.line}`);
  console.error(`${((user + system) / 1e6).toFixed(3)} ${file}`);
  if (!globalThis.hallmark.line.startsWith('s VERIFIED')) wrong = 1;
}
process.exit(wrong);
