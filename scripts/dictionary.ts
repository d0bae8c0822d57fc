/**
 * Dictionaries of the installation at the command line: `npm run dictionary -- load MEDDRA 27.0 FILES...`. It uses the
 * settings of the server (DATA_DIR or DATABASE_URL), which must not be running on the same DATA_DIR.
 * Exit code 1: not done, with the reason; 2: called wrongly, or the settings do not fit; 130: stopped, can be resumed.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig, SetupProblem } from '../server/config.ts';
import { FORMATS } from '../server/dictionaries/load/formats/index.ts';
import { LoadProblem } from '../server/dictionaries/load/loadProblem.ts';
import { Problem } from '../server/problems.ts';
import { commands, preview, type CommandArguments, type Work } from './dictionary-commands.ts';

const kinds = [...new Set(FORMATS.map(({ dictionary }) => dictionary))].sort();

const USAGE = `Usage: npm run dictionary -- COMMAND
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

process.exitCode = await run();

async function run(): Promise<number> {
  const options = readArguments();
  if (typeof options === 'string') {
    console.error(`${options}\n${USAGE}`);
    return 2;
  }
  try {
    return options.preview ? await preview(options) : await inDatabase(options);
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return error instanceof SetupProblem ? 2 : 1;
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof LoadProblem || error instanceof Problem || error instanceof SetupProblem;
}

async function inDatabase(options: CommandArguments): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'info', ...process.env, ROLE: 'worker' }, process.cwd());
  // not for a preview or a wrong call: its modules take most of a second
  const { startServer } = await import('../server/startServer.ts');
  // only the index of a load is built by a job
  const server = await startServer(config, { jobs: options.command === 'load' });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const work: Work = { deps: server.app.deps, isStopped: () => isStopped };
  try {
    return (await commands[options.command]?.(work, options)) ?? 2;
  } finally {
    await server.close();
  }
}

function readArguments(): CommandArguments | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        preview: { type: 'boolean', default: false },
        resume: { type: 'boolean', default: false },
        by: { type: 'string', default: userInfo().username },
      },
    });
    const [command = '', dictionary = '', version = '', ...paths] = positionals;
    const needed = NEEDS[command];
    if (needed === undefined)
      return command === '' ? 'A command is needed' : `There is no command '${command}'`;
    if (positionals.length - 1 < needed)
      return `${command} needs ${['', '', 'KIND VERSION', 'KIND VERSION FILES'][needed]}`;
    if (dictionary !== '' && !kinds.includes(dictionary)) return `There is no dictionary '${dictionary}'`;
    if (command !== 'load' && paths.length > 0) return `${command} takes no files`;
    if (command !== 'load' && (values.preview || values.resume))
      return `${command} takes no --preview or --resume`;
    if (values.preview && values.resume) return 'Either --preview or --resume';
    if (!/^\S(.{0,38}\S)?$/.test(version) && needed > 0) return 'VERSION has 1 to 40 characters';
    return { command, dictionary, version, paths, ...values };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
