// What the pages are put together from, in node: texts, packed files, the policy that lets a page run its own scripts and nothing else.
import fs from 'node:fs';
import crypto from 'node:crypto';
import zlib from 'node:zlib';

export const text = (name) => fs.readFileSync(new URL(name, import.meta.url), 'utf8');
export const inPage = (...names) => names.map(text).join('').replaceAll(/^export /gm, ''); // modules as parts of one script
export const literal = (value) => JSON.stringify(value ?? null).replaceAll('<', '\\u003c');
export const packed = (bytes) => literal(zlib.gzipSync(bytes, { level: 9 }).toString('base64'));

// The verified program as a worker: it reads what the worker leaves for it, a string of bytes, and leaves its line.
export const verifier = (file) => `onmessage = ({ data: { id, bytes } }) => {
  let certificate = '';
  for (const byte of bytes) certificate += String.fromCharCode(byte);
  globalThis.hallmark = { certificate, line: 's REJECTED work: the program stopped' };
  ${fs.readFileSync(file, 'utf8')}
  postMessage({ id, said: globalThis.hallmark.line });
};`;

export function write(target, template, most, style, script, more = {}) {
  const hash = (source) => `'sha256-${crypto.createHash('sha256').update(source).digest('base64')}'`;
  // blob: is where the page's own workers come from; nothing may be fetched from anywhere.
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
  const page = Object.entries({ POLICY: policy, STYLE: style, ...more, SCRIPT: script }).reduce((made, [name, part]) => made.replace(name, () => part), text(template));
  if (page.length > most) throw new Error(`${target}: ${page.length} bytes, more than ${most}`);
  fs.writeFileSync(target, page);
  console.log(`${target}: ${page.length} bytes`);
}
