// Hallmark in JavaScript: certified numbers of differential privacy. Every answer is a proved enclosure; numbers go in as text, or as what String() makes of them.
import { check as checked, compile } from './checker.mjs';
import { program } from './program.mjs';

const isNode = typeof process === 'object' && process.versions?.node !== undefined;

async function bytesOf(name) {
  const address = new URL(name, import.meta.url);
  if (isNode && address.protocol === 'file:') return (await import('node:fs/promises')).readFile(address);
  return (await fetch(address)).arrayBuffer();
}

let hallmark, checker;
const started = () => (hallmark ??= bytesOf('./hallmark.wasm').then((bytes) => WebAssembly.compile(bytes)).then(program));

/** The caller's mistake, or a module that stopped: no memory. */
export class HallmarkError extends Error {}

async function call(request) {
  const answer = (await started()).call(request);
  if (answer.error !== undefined) throw new HallmarkError(answer.error);
  return answer;
}

const texts = (parameters) => Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

export const evaluate = (quantity, parameters = {}, { parts = [], certificate = false, ...options } = {}) => call({
  call: 'evaluate', quantity, parameters: texts(parameters), certificate, options,
  parts: parts.map((part) => ({ ...part, parameters: texts(part.parameters ?? {}) })),
});
export const judge = (statement, options = {}) => call({ call: 'judge', statement, options });
export const samplers = async (training) => (await call({ call: 'samplers', training: texts(training) })).rows;
export const quantities = async () => (await call({ call: 'quantities' })).rows;
export const aliases = async () => (await call({ call: 'aliases' })).rows;
export const search = (words) => call({ call: 'search', words });
export const quantityId = async (name) => (await call({ call: 'quantity', name })).id;
export const version = async () => (await call({ call: 'version' })).version;

/** The line of the independent checker, which shares no code with what computes: text, or bytes as they are. */
export async function check(certificate) {
  checker ??= bytesOf('./check.wasm').then(compile);
  const line = await checked(await checker, typeof certificate === 'string' ? new TextEncoder().encode(certificate) : new Uint8Array(certificate));
  return { verified: line.startsWith('s VERIFIED'), line };
}
