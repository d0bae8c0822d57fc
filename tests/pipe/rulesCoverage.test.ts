import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COVERAGE_PAGE, readCoverageFiles } from '../../scripts/coverageFiles.ts';
import { coverageReport } from '../../shared/coverage/coverageReport.ts';

it('docs/rules-coverage.md says what the coverage files say: npm run rules:coverage writes it', () => {
  expect(readFileSync(COVERAGE_PAGE, 'utf8')).toBe(coverageReport(readCoverageFiles()));
});
