// node scripts/test-sum.mjs FILE: prints what failed in the runs that have left a line in FILE, then their sum; ends with 1 where one failed.
import { readFileSync } from 'node:fs';
import { sumOf } from './test-report.mjs';

const sum = sumOf(readFileSync(process.argv[2], 'utf8').trim().split('\n'));
for (const told of sum.failures) console.log(`\n${told}`);
console.log(`\n${sum.line}`);
process.exitCode = sum.exitCode;
