/**
 * Fills a database with invented cases: `npm run seed -- --cases N [--force]`. It uses the settings of the server (DATA_DIR
 * or DATABASE_URL), which must not be running on the same DATA_DIR. Exit code 0: done; 1: not done, with the reason; 2: called
 * wrongly, or not a demo; 130: interrupted, what was made until then is there.
 */
import { parseArgs } from 'node:util';
import { readConfig, SetupProblem } from '../server/config.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { onInstallation } from './onInstallation.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run seed -- --cases N [--force]
  --cases  how many invented cases to add to the demo sponsor
  --force  also where the settings say that this is no demo (CASEWRIGHT_DEMO=0)`;

const MAX_CASES = 5_000_000;

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args }, async (signal) => {
  const { cases, force } = readArguments();
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, ROLE: 'worker' }, process.cwd());
  if (!config.demo && !force)
    throw new UsageProblem('These settings are not those of a demo; invented cases do not belong here');
  return onInstallation(config, { jobs: 'all', isCommand: false, signal }, async (deps) => {
    if (!(await seedDemo(deps)))
      throw new SetupProblem(
        'The database belongs to somebody who does not use the demo accounts; nothing was changed',
      );
    const started = performance.now();
    await seedManyCases(deps, {
      count: cases,
      onProgress: (made) => {
        const seconds = (performance.now() - started) / 1000;
        process.stdout.write(`\r${made} of ${cases} cases, ${Math.round(made / seconds)} a second   `);
        signal.throwIfAborted();
      },
    });
    console.log(`\n${cases} invented cases were added; their numbers begin with INVENTED-`);
    return 0;
  });
});

function readArguments(): { cases: number; force: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      cases: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const count = Number(values.cases);
  if (!Number.isInteger(count) || count < 1 || count > MAX_CASES)
    throw new UsageProblem(`--cases needs a whole number from 1 to ${MAX_CASES}`);
  return { cases: count, force: values.force };
}
