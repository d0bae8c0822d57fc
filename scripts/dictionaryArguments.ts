/** How the command `dictionary` is called. */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { FORMATS } from '../server/dictionaries/load/formats/index.ts';
import { UsageProblem } from './usageProblem.ts';

export interface CommandArguments {
  command: string;
  dictionary: string;
  version: string;
  paths: string[];
  preview: boolean;
  resume: boolean;
  by: string;
}

const kinds = [...new Set(FORMATS.map(({ dictionary }) => dictionary))].sort();

export const USAGE = `Usage: npm run dictionary -- COMMAND
  load KIND VERSION FILES... [--preview | --resume]   reads files or folders; nobody sees them before they are activated
  activate KIND VERSION                               from now on the version that is searched; also back to a retired one
  retire KIND VERSION                                 no version of KIND is searched any more
  drop KIND VERSION                                   throws away what was never active
  list [KIND]                                         what there is
  --preview      counts, first entries and mistakes of the files; writes nothing
  --resume       goes on with a load of the same files that was stopped
  --by NAME      who does it, as the release tells later (else: who is logged in here)
KIND is one of ${kinds.join(', ')}
${FORMATS.map(({ dictionary, format, about }) => `  ${dictionary} (${format}): ${about}`).join('\n')}`;

/** positions that a command needs behind its name; files follow */
const NEEDS: Record<string, number> = { load: 3, activate: 2, retire: 2, drop: 2, list: 0 };

/** Reads the arguments behind the name of the program. Throws a UsageProblem, or the TypeError of an unknown option. */
export function readArguments(args: readonly string[]): CommandArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      preview: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      by: { type: 'string', default: userInfo().username },
    },
  });
  const [command = '', dictionary = '', version = '', ...paths] = positionals;
  const mistake = mistakeIn({ command, dictionary, version, paths, ...values }, positionals.length - 1);
  if (mistake !== null) throw new UsageProblem(mistake);
  return { command, dictionary, version, paths, ...values };
}

function mistakeIn(given: CommandArguments, count: number): string | null {
  const { command, dictionary, version, paths, preview, resume } = given;
  const needed = NEEDS[command];
  if (needed === undefined)
    return command === '' ? 'A command is needed' : `There is no command '${command}'`;
  if (count < needed) return `${command} needs ${['', '', 'KIND VERSION', 'KIND VERSION FILES'][needed]}`;
  if (dictionary !== '' && !kinds.includes(dictionary)) return `There is no dictionary '${dictionary}'`;
  if (command !== 'load' && paths.length > 0) return `${command} takes no files`;
  if (command !== 'load' && (preview || resume)) return `${command} takes no --preview or --resume`;
  if (preview && resume) return 'Either --preview or --resume';
  if (!/^\S(.{0,38}\S)?$/.test(version) && needed > 0) return 'VERSION has 1 to 40 characters';
  return null;
}
