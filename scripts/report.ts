/** Reports at the command line, without a database. Exit 2: the input cannot be read. */
import { createReadStream, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesOf, layOutFile, reportNames, type CommandOptions } from './report-commands.ts';
import { withReadableFile } from './unreadableFile.ts';

const USAGE = `npm run -s report -- REPORT FILE.xml --out FILE.pdf|FILE.svg
  [--language en|ko|ja|zh] [--orientation portrait|landscape] [--ordering primary|latest|basic]
  [--notation] [--unblinded] [--date CCYYMMDD]
REPORT is one of ${reportNames().join(', ')}`;

function usage(message?: string): never {
  if (message !== undefined) console.error(message);
  console.error(USAGE);
  process.exit(1);
}

const CHOICES = {
  language: ['en', 'ko', 'ja', 'zh'],
  orientation: ['portrait', 'landscape'],
  ordering: ['primary', 'latest', 'basic'],
} as const;

function parsed() {
  try {
    return parseArgs({
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
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

function choice<Name extends keyof typeof CHOICES>(
  name: Name,
  given: string,
): (typeof CHOICES)[Name][number] {
  const found = CHOICES[name].find((one) => one === given);
  return found ?? usage(`--${name} is one of ${CHOICES[name].join(', ')}`);
}

const {
  values,
  positionals: [report, file],
} = parsed();
const { out } = values;
if (!report || !file || !out) usage();
if (!reportNames().includes(report)) usage(`there is no report ${report}`);
if (values.date !== undefined && !/^\d{8}$/.test(values.date)) usage('--date is CCYYMMDD');
const options: CommandOptions = {
  language: choice('language', values.language),
  orientation: choice('orientation', values.orientation),
  ordering: choice('ordering', values.ordering),
  notation: values.notation,
  unblinded: values.unblinded,
  date: values.date ?? null,
};
const files = await withReadableFile(file, async () =>
  filesOf(out, await layOutFile(report, () => createReadStream(file), options), options),
);
try {
  for (const [name, content] of files ?? []) writeFileSync(name, content);
} catch (error) {
  console.error(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
