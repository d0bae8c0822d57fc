/**
 * Audit trails of the installation at the command line: `npm run audit -- verify`. It uses the settings of the server
 * (DATA_DIR or DATABASE_URL), which must not be running on the same DATA_DIR.
 * Exit code 0: everything is as it was written; 1: something differs; 2: called wrongly, or the settings do not fit; 3: nothing
 * differs, but something cannot be verified: a key is missing, or what is stored cannot be read.
 */
import { parseArgs } from 'node:util';
import { rotateAuditKey } from '../server/audit/auditKeys.ts';
import { anchorHeads } from '../server/audit/anchorHeads.ts';
import { verifyInstallation } from '../server/audit/verifyInstallation.ts';
import { readConfig, SetupProblem, type Config } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import { onInstallation } from './onInstallation.ts';

const USAGE = `Usage: npm run audit -- COMMAND
  verify       verifies the anchor file, all audit trails, and the content of all cases against their audit trails
  anchor       anchors the ends of all audit trails now, as the daily job does
  rotate-key   adds a new key to the key file; processes use it when they start next`;

const COMMANDS: Readonly<Record<string, (config: Config) => Promise<number> | number>> = {
  verify: (config) => onInstallation(config, { jobs: null }, verify),
  anchor: (config) => onInstallation(config, { jobs: null }, anchor),
  'rotate-key': (config) => {
    console.log(`New audit trail entries use the key ${rotateAuditKey(config)} from the next start on`);
    return 0;
  },
};

if (import.meta.main) process.exitCode = await runAudit(process.argv.slice(2), process.env);

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export async function runAudit(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = COMMANDS[readCommand(args)];
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  try {
    return await command(readConfig({ ...env, ROLE: 'worker' }, process.cwd()));
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    console.error(error.message);
    return 2;
  }
}

function readCommand(args: readonly string[]): string {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    return positionals.length === 1 ? (positionals[0] ?? '') : '';
  } catch {
    return '';
  }
}

async function anchor(deps: Deps): Promise<number> {
  console.log(`${await anchorHeads(deps)} audit trails were anchored in ${deps.anchors.path}`);
  return 0;
}

async function verify(deps: Deps): Promise<number> {
  const report = await verifyInstallation(deps);
  for (const line of report.lines) console.log(line);
  return report.differs ? 1 : report.isIncomplete ? 3 : 0;
}
