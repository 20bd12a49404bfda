// node page.mjs HALLMARK_WASM CHECK_WASM PAGE: the calculator as one file, both modules inside, packed by gzip and written in base64.
import fs from 'node:fs';
import crypto from 'node:crypto';
import zlib from 'node:zlib';

const text = (name) => fs.readFileSync(new URL(name, import.meta.url), 'utf8');
const hash = (source) => `'sha256-${crypto.createHash('sha256').update(source).digest('base64')}'`;
const packed = (file) => JSON.stringify(zlib.gzipSync(fs.readFileSync(file), { level: 9 }).toString('base64'));

const [hallmark, check, target] = process.argv.slice(2);
const worker = (text('../checker.mjs') + text('../producer/program.mjs')).replaceAll(/^export /gm, '') + text('worker.js');
const style = text('../../third_party/uplot/uPlot.min.css') + text('calculator.css');
const script = [`/* uPlot:\n${text('../../third_party/uplot/LICENSE')}*/`, text('../../third_party/uplot/uPlot.iife.min.js'), `const HALLMARK = ${packed(hallmark)};`, `const CHECKER = ${packed(check)};`,
  `const WORKER = ${JSON.stringify(worker).replaceAll('<', '\\u003c')};`, text('calculator.js')].join('\n');
// blob: is where the page's own workers come from; nothing may be fetched from anywhere.
const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
const page = text('calculator.html').replace('POLICY', () => policy).replace('STYLE', () => style).replace('SCRIPT', () => script);
const most = 6_000_000;
if (page.length > most) throw new Error(`${target}: ${page.length} bytes, more than ${most}`);
fs.writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes`);
