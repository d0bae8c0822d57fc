/** How the command `config` is called. */
import { parseArgs } from 'node:util';
import { UsageProblem } from './usageProblem.ts';

export interface ConfigArguments {
  command: 'export' | 'compare' | 'import';
  /** compare: one or two; import: one */
  files: string[];
  /** name or key */
  sponsor: string;
  /** user id */
  user: string;
  /** null: to standard output */
  out: string | null;
  reason: string;
  /** elements of the file, as PART/NAME; empty: all that differ */
  only: string[];
  isTrial: boolean;
}

export const USAGE = `Usage: npm run -s config -- COMMAND --sponsor NAME --user USER_ID
  export [--out FILE]                   writes the configuration of the sponsor
  compare FILE [OTHER]                  what FILE would change of it, or of OTHER, and what would be refused
  import FILE --reason TEXT             makes the configuration what FILE says: all that differs, or nothing
    [--only PART/NAME]... [--dry-run]   only these elements; only tries it
  NAME      the sponsor, by its name or its number
  USER_ID   whose privileges count, and who is named in the audit trails`;

const COMMANDS = { export: [0, 0], compare: [1, 2], import: [1, 1] } as const;
const isCommand = (name: string): name is ConfigArguments['command'] => Object.hasOwn(COMMANDS, name);

/** Throws a UsageProblem, or the TypeError of an unknown option. */
export function readArguments(args: readonly string[]): ConfigArguments {
  const {
    values,
    positionals: [command = '', ...files],
  } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sponsor: { type: 'string', default: '' },
      user: { type: 'string', default: '' },
      out: { type: 'string' },
      reason: { type: 'string', default: '' },
      only: { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  if (!isCommand(command))
    throw new UsageProblem(command === '' ? 'A command is needed' : `There is no command '${command}'`);
  const [min, max] = COMMANDS[command];
  if (files.length < min) throw new UsageProblem(`${command} needs FILE`);
  if (files.length > max) throw new UsageProblem(`${command} takes no further file: ${files[max]}`);
  if (values.sponsor === '' || values.user === '') throw new UsageProblem('--sponsor and --user are needed');
  const { out = null, reason, only, 'dry-run': isTrial } = values;
  if (command !== 'export' && out !== null) throw new UsageProblem(`${command} takes no --out`);
  if (command !== 'import' && (reason !== '' || only.length > 0 || isTrial))
    throw new UsageProblem(`${command} takes no --reason, --only or --dry-run`);
  if (command === 'import' && !isTrial && reason.trim() === '')
    throw new UsageProblem('import needs --reason, which goes into the audit trails');
  return { command, files, sponsor: values.sponsor, user: values.user, out, reason, only, isTrial };
}
