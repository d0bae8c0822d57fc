/**
 * Audit trails of the installation at the command line: `npm run audit -- verify`. It uses the settings of the server
 * (DATA_DIR or DATABASE_URL), which must not be running on the same DATA_DIR.
 * Exit code 0: everything is as it was written; 1: something differs, or not done, with the reason; 2: called wrongly, or the
 * settings do not fit; 3: nothing differs, but something cannot be verified: a key is missing, or what is stored cannot be read;
 * 130: interrupted.
 */
import { parseArgs } from 'node:util';
import { rotateAuditKey } from '../server/audit/auditKeys.ts';
import { anchorHeads } from '../server/audit/anchorHeads.ts';
import { verifyInstallation } from '../server/audit/verifyInstallation.ts';
import { readConfig, type Config } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import { onInstallation } from './onInstallation.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run audit -- COMMAND
  verify       verifies the anchor file, all audit trails, and the content of all cases against their audit trails
  anchor       anchors the ends of all audit trails now, as the daily job does
  rotate-key   adds a new key to the key file; processes use it when they start next`;

const COMMANDS: Readonly<Record<string, (config: Config, signal: AbortSignal) => Promise<number> | number>> =
  {
    verify: (config, signal) =>
      onInstallation(config, { jobs: null, signal }, (deps) => verify(deps, signal)),
    anchor: (config, signal) => onInstallation(config, { jobs: null, signal }, anchor),
    'rotate-key': (config) => {
      console.log(`New audit trail entries use the key ${rotateAuditKey(config)} from the next start on`);
      return 0;
    },
  };

if (import.meta.main) process.exitCode = await runAudit(process.argv.slice(2), process.env);

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runAudit(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [name = '', ...others] = positionals;
    const command = Object.hasOwn(COMMANDS, name) && others.length === 0 && COMMANDS[name];
    if (!command) throw new UsageProblem('One COMMAND is needed');
    return command(readConfig({ ...env, ROLE: 'worker' }, process.cwd()), signal);
  });
}

async function anchor(deps: Deps): Promise<number> {
  console.log(`${await anchorHeads(deps)} audit trails were anchored in ${deps.anchors.path}`);
  return 0;
}

async function verify(deps: Deps, signal: AbortSignal): Promise<number> {
  const report = await verifyInstallation(deps, signal);
  for (const line of report.lines) console.log(line);
  return report.differs ? 1 : report.isIncomplete ? 3 : 0;
}
