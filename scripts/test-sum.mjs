// node scripts/test-sum.mjs FILE: prints the sum of the lines that test runs have left in FILE, and ends with 1 where one failed.
import { readFileSync } from 'node:fs';
import { sumOf } from './test-report.mjs';

const sum = sumOf(readFileSync(process.argv[2], 'utf8').trim().split('\n'));
console.log(`\n${sum.line}`);
process.exitCode = sum.exitCode;
