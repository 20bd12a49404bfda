// node page.mjs CHECK_WASM PAGE [VERIFIED_JS]: the page with the module inside; with the verified checker beside it, where that is given.
import fs from 'node:fs';
import { inPage, literal, packed, text, verifier, write } from './parts.mjs';

const [wasm, target, verified] = process.argv.slice(2);
const script = `const PACKED = ${packed(fs.readFileSync(wasm))};\nconst WORKER = ${literal(inPage('checker.mjs', 'worker.js'))};\nconst VERIFIED = ${literal(verified && verifier(verified))};
${inPage('unpacked.mjs', 'page.js')}`;
write(target, 'page.html', verified ? Infinity : 800_000, text('page.css'), script, { SECOND: verified ? text('second.html') : '' });
