#!/usr/bin/env node
// hallmark-check FILE...: the lines of the program of that name, by check.wasm. Exit status: 0 all verified, 1 not, 74 a file cannot be read, 64 bad usage.
import fs from 'node:fs';
import { check } from './index.mjs';

const files = process.argv.slice(2);
if (files.length === 0 || files[0].startsWith('--')) {
  console.error('usage: hallmark-check FILE...');
  process.exit(64);
}
const printable = (text) => text.replace(/[^ -~]/gu, '?');
let status = 0;
for (const file of files) {
  let bytes;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    console.error(`hallmark-check: ${printable(file)}: ${error.message}`);
    status = 74;
    continue;
  }
  const { verified, line } = await check(bytes);
  console.log(`c ${printable(file)}\n${line}`);
  if (!verified) status ||= 1;
}
process.exitCode = status;
