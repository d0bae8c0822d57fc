/**
 * Checks what `schemas/rule-coverage` says of the published rules and writes it as `docs/rules-coverage.md`:
 * `npm run rules:coverage`. Exit code 1 on problems.
 */
import { writeFileSync } from 'node:fs';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { checkCoverage } from '../shared/coverage/checkCoverage.ts';
import { coverageReport } from '../shared/coverage/coverageReport.ts';
import { coverageWorld } from '../shared/coverage/coverageWorld.ts';
import { COVERAGE_PAGE, readCoverageFiles } from './coverageFiles.ts';

const files = readCoverageFiles();
const sources = readSourceTexts();
const problems = checkCoverage(files, coverageWorld(sources));
for (const { file, rule, message } of problems) console.log(`${file}: ${rule}: ${message}`);
writeFileSync(COVERAGE_PAGE, coverageReport(files));

const count = files.reduce((sum, { coverage }) => sum + coverage.entries.length, 0);
console.log(`${files.length} publications, ${count} rules, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
