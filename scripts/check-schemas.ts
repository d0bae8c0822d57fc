/**
 * Checks the schema sources: `node scripts/check-schemas.ts [--json] [FILES]`. Prints FILE:LINE:COLUMN and what is
 * wrong there; with FILES (names below schemas/, or their ends) only findings of those. Exit code 1 on errors.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkSources } from '../schemas/compile/checkSources.ts';
import { compileCatalogue } from '../schemas/compile/compileCatalogue.ts';
import { checkExpressions } from '../shared/expressions/checkExpressions.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';

const SCHEMAS = fileURLToPath(new URL('../schemas', import.meta.url));

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const sources = readSourceTexts(SCHEMAS);
const misshapen = checkSources(sources);
// an expression can only be checked against a catalogue that compiles
const all = misshapen.some(({ severity }) => severity === 'error')
  ? misshapen
  : [...misshapen, ...checkExpressions(compileCatalogue(sources), sources)];
const findings = all.filter(
  ({ file }) => positionals.length === 0 || positionals.some((wanted) => `schemas/${file}`.endsWith(wanted)),
);
const errors = findings.filter(({ severity }) => severity === 'error').length;

if (values.json) {
  console.log(JSON.stringify(findings, null, 2));
} else {
  for (const { file, line, column, severity, rule, message } of findings) {
    console.log(`schemas/${file}:${line}:${column} ${severity} ${message} (${rule})`);
  }
  console.log(`${sources.length} files, ${errors} errors, ${findings.length - errors} warnings`);
}
process.exitCode = errors > 0 ? 1 : 0;
