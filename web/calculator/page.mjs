// node page.mjs HALLMARK_WASM CHECK_WASM PAGE [VERIFIED_JS]: the calculator as one file with both modules inside, and the verified checker, where that is given.
import fs from 'node:fs';
import { inPage, literal, packed, text, verifier, write } from '../parts.mjs';

const [hallmark, check, target, verified] = process.argv.slice(2);
const style = text('../third_party/uplot/uPlot.min.css') + text('calculator/calculator.css');
const script = [`const HALLMARK = ${packed(fs.readFileSync(hallmark))};`, `const WORKER = ${literal(inPage('unpacked.mjs', 'checker.mjs', 'producer/program.mjs', 'calculator/worker.js'))};`,
  `const CHECKER = ${packed(fs.readFileSync(check))};`, `const VERIFIED = ${verified ? packed(verifier(verified)) : null};`, `/* uPlot:\n${text('../third_party/uplot/LICENSE')}*/`,
  text('../third_party/uplot/uPlot.iife.min.js'), inPage('unpacked.mjs', 'calculator/calculator.js')].join('\n');
write(target, 'calculator/calculator.html', 6_000_000, style, script);
