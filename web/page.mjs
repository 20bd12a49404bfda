// node page.mjs CHECK_WASM PAGE: the page with the module inside, packed by gzip and written in base64.
import fs from 'node:fs';
import crypto from 'node:crypto';
import zlib from 'node:zlib';

const here = new URL('.', import.meta.url);
const text = (name) => fs.readFileSync(new URL(name, here), 'utf8');
const hash = (source) => `'sha256-${crypto.createHash('sha256').update(source).digest('base64')}'`;

const [wasm, target] = process.argv.slice(2);
const packed = zlib.gzipSync(fs.readFileSync(wasm), { level: 9 }).toString('base64');
const style = text('page.css');
const script = `const PACKED = "${packed}";\nconst WORKER = ${JSON.stringify(text('checker.mjs').replaceAll('export ', '') + text('worker.js'))};\n${text('page.js')}`;
// blob: is where the page's own worker comes from; nothing may be fetched from anywhere.
const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
const page = text('page.html').replace('POLICY', () => policy).replace('STYLE', () => style).replace('SCRIPT', () => script);
const most = 600_000;
if (page.length > most) throw new Error(`${target}: ${page.length} bytes, more than ${most}`);
fs.writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes, the module ${fs.statSync(wasm).size}`);
