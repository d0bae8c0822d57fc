/** Reports at the command line, without a database. Exit 1: the input cannot be read, or the output not written; 2: called wrongly. */
import { createReadStream, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseDate } from '../shared/dates/partialDate.ts';
import { filesOf, layOutFile, missingFonts, reportNames, type CommandOptions } from './report-commands.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { withReadableFile } from './unreadableFile.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `npm run -s report -- REPORT FILE.xml --out FILE.pdf|FILE.svg
  [--language en|ko|ja|zh] [--orientation portrait|landscape] [--ordering primary|latest|basic]
  [--notation] [--unblinded] [--date CCYYMMDD]
REPORT is one of ${reportNames().join(', ')}`;

const CHOICES = {
  language: ['en', 'ko', 'ja', 'zh'],
  orientation: ['portrait', 'landscape'],
  ordering: ['primary', 'latest', 'basic'],
} as const;

const parsed = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      language: { type: 'string', default: 'en' },
      orientation: { type: 'string', default: 'portrait' },
      ordering: { type: 'string', default: 'primary' },
      notation: { type: 'boolean', default: false },
      unblinded: { type: 'boolean', default: false },
      date: { type: 'string' },
    },
  });

function choice<Name extends keyof typeof CHOICES>(
  name: Name,
  given: string,
): (typeof CHOICES)[Name][number] {
  const found = CHOICES[name].find((one) => one === given);
  if (!found) throw new UsageProblem(`--${name} is one of ${CHOICES[name].join(', ')}`);
  return found;
}

const isDay = (text: string): boolean => /^\d{8}$/.test(text) && parseDate(text).ok;

interface Request {
  report: string;
  file: string;
  out: string;
  options: CommandOptions;
}

function readArguments(args: readonly string[]): Request {
  const {
    values,
    positionals: [report, file],
  } = parsed(args);
  const { out, date } = values;
  if (!report || !file || !out) throw new UsageProblem('REPORT, FILE.xml and --out are needed');
  if (!reportNames().includes(report)) throw new UsageProblem(`there is no report ${report}`);
  if (date !== undefined && !isDay(date)) throw new UsageProblem('--date is a day as CCYYMMDD');
  const options: CommandOptions = {
    language: choice('language', values.language),
    orientation: choice('orientation', values.orientation),
    ordering: choice('ordering', values.ordering),
    notation: values.notation,
    unblinded: values.unblinded,
    date: date ?? null,
  };
  return { report, file, out, options };
}

if (import.meta.main) process.exitCode = await runReport(process.argv.slice(2));

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runReport(args: readonly string[]): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, () => make(readArguments(args)));
}

async function make({ report, file, out, options }: Request): Promise<number> {
  let files: Awaited<ReturnType<typeof filesOf>> = new Map();
  const code = await withReadableFile(file, async () => {
    files = await filesOf(out, await layOutFile(report, () => createReadStream(file), options), options);
  });
  for (const font of missingFonts())
    console.error(
      `the ${font} font is not installed: characters that only it has are printed as code points`,
    );
  try {
    for (const [name, content] of files) writeFileSync(name, content);
  } catch (error) {
    console.error(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  return code;
}
