/**
 * Checks the schema sources: `npm run schemas:check -- [--json] [--watch] [--dir DIR] [FILES]`. Prints for each mistake
 * FILE:LINE:COLUMN, what is wrong there, and the line. FILES (names below schemas/, or their ends) bound what is shown;
 * all files are read, since what one names may stand in another. Exit code 0: no errors, 1: errors, 2: called wrongly.
 */
import { once } from 'node:events';
import { statSync, watch } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { SourceText } from '../schemas/compile/sources.types.ts';
import { readSourceTexts, SCHEMAS_DIR } from '../server/catalogue/readSourceTexts.ts';
import { solvedFindings } from '../shared/schemas/lint/solvedRules.ts';
import { lintSchemas } from '../shared/schemas/lintSchemas.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { showFindings, summary } from './showFindings.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run schemas:check -- [--json] [--watch] [--dir DIR] [FILES]
  --json   print the findings as JSON
  --watch  check again whenever a file changes
  --dir    the folder with the sources; without it schemas/ of the product
  FILES    show only findings of files whose names end so`;

/** Editors write a file in several steps. */
const SETTLING_MS = 80;

const CLEAR = '\u001B[2J\u001B[3J\u001B[H';

interface Options {
  dir: string;
  json: boolean;
  watch: boolean;
  files: string[];
}

if (import.meta.main) process.exitCode = await runCheck(process.argv.slice(2));

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runCheck(args: readonly string[]): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const options = readArguments(args);
    if (!options.watch) return check(options) ? 1 : 0;
    let settling: NodeJS.Timeout | undefined;
    // before the first check: a file may change as soon as its result is printed
    const watcher = watch(options.dir, { recursive: true, signal }, () => {
      clearTimeout(settling);
      settling = setTimeout(() => check(options), SETTLING_MS);
    });
    check(options);
    await once(watcher, 'close');
    clearTimeout(settling);
    return 130;
  });
}

function readArguments(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, watch: { type: 'boolean' }, dir: { type: 'string' } },
    allowPositionals: true,
  });
  const dir = values.dir ?? SCHEMAS_DIR;
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new UsageProblem(`${dir} is no folder`);
  const sources = readSourceTexts(dir);
  if (sources.length === 0) throw new UsageProblem(`${dir} holds no schema files`);
  const unknown = positionals.find((wanted) => !sources.some((source) => isWanted(source, [wanted])));
  if (unknown !== undefined) throw new UsageProblem(`no schema file is called ${unknown}`);
  return { dir, json: values.json ?? false, watch: values.watch ?? false, files: positionals };
}

function isWanted({ file }: Pick<SourceText, 'file'>, files: string[]): boolean {
  return files.length === 0 || files.some((wanted) => `schemas/${file}`.endsWith(wanted));
}

/** Prints the findings; true where there are errors. */
function check({ dir, json, watch: watching, files }: Options): boolean {
  const sources = readSourceTexts(dir);
  const started = performance.now();
  const linted = lintSchemas(sources);
  // takes seconds, too long after each saving of a file
  const isSolvable = !watching && !linted.some(({ severity }) => severity === 'error');
  const findings = [...linted, ...(isSolvable ? solvedFindings(sources) : [])].filter((finding) =>
    isWanted(finding, files),
  );
  const took = Math.round(performance.now() - started);
  if (json) {
    console.log(JSON.stringify(findings, null, 2));
  } else {
    const terminal = process.stdout.isTTY && process.env.NO_COLOR === undefined;
    if (watching && process.stdout.isTTY) process.stdout.write(CLEAR);
    if (findings.length > 0)
      console.log(
        `${showFindings(findings, sources, { folder: relative('', dir) || '.', coloured: terminal })}\n`,
      );
    const when = watching ? `${new Date().toTimeString().slice(0, 8)} (${took} ms) ` : '';
    console.log(when + summary(sources.length, findings));
  }
  return findings.some(({ severity }) => severity === 'error');
}
