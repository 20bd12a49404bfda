// node page.mjs CHECK_WASM PAGE [VERIFIED_JS]: the page with the module inside, packed by gzip and written in base64; with the verified checker
// beside it, where that is given.
import fs from 'node:fs';
import crypto from 'node:crypto';
import zlib from 'node:zlib';

const here = new URL('.', import.meta.url);
const text = (name) => fs.readFileSync(new URL(name, here), 'utf8');
const hash = (source) => `'sha256-${crypto.createHash('sha256').update(source).digest('base64')}'`;

const [wasm, target, verified] = process.argv.slice(2);
// The verified program reads what the worker leaves for it, a string of bytes, and leaves its line.
const proved = verified && `onmessage = ({ data }) => {
  let certificate = '';
  for (const byte of data.bytes) certificate += String.fromCharCode(byte);
  globalThis.hallmark = { certificate, line: 's REJECTED work: the program stopped' };
  ${fs.readFileSync(verified, 'utf8')}
  postMessage(globalThis.hallmark.line);
};`;
const inScript = (value) => JSON.stringify(value ?? null).replaceAll('<', '\\u003c');
const packed = zlib.gzipSync(fs.readFileSync(wasm), { level: 9 }).toString('base64');
const style = text('page.css');
const script = `const PACKED = "${packed}";\nconst WORKER = ${inScript(text('checker.mjs').replaceAll('export ', '') + text('worker.js'))};\nconst VERIFIED = ${inScript(proved)};\n${text('page.js')}`;
// blob: is where the page's own worker comes from; nothing may be fetched from anywhere.
const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
const page = text('page.html').replace('POLICY', () => policy).replace('STYLE', () => style).replace('SECOND', () => (verified ? text('second.html') : '')).replace('SCRIPT', () => script);
const most = 800_000;
if (!verified && page.length > most) throw new Error(`${target}: ${page.length} bytes, more than ${most}`);
fs.writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes, the module ${fs.statSync(wasm).size}`);
