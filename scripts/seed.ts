/**
 * Fills a database with invented cases: `npm run seed -- --cases N [--force]`. It uses the settings of the server (DATA_DIR
 * or DATABASE_URL), which must not be running on the same DATA_DIR. Exit code 2: called wrongly, or not a demo.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { onInstallation } from './onInstallation.ts';

const USAGE = `Usage: npm run seed -- --cases N [--force]
  --cases  how many invented cases to add to the demo sponsor
  --force  also where the settings say that this is no demo (CASEWRIGHT_DEMO=0)`;

const MAX_CASES = 5_000_000;

const refuse = (why: string): never => {
  console.error(`${why}\n${USAGE}`);
  process.exit(2);
};

const { cases, force } = readArguments();
const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, ROLE: 'worker' }, process.cwd());
if (!config.demo && !force)
  refuse('These settings are not those of a demo; invented cases do not belong here');

process.exitCode = await onInstallation(config, { jobs: 'all' }, async (deps) => {
  if (!(await seedDemo(deps)))
    refuse('The database belongs to somebody who does not use the demo accounts; nothing was changed');
  const started = performance.now();
  await seedManyCases(deps, {
    count: cases,
    onProgress: (made) => {
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(`\r${made} of ${cases} cases, ${Math.round(made / seconds)} a second   `);
    },
  });
  console.log(`\n${cases} invented cases were added; their numbers begin with INVENTED-`);
  return 0;
});

function readArguments(): { cases: number; force: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        cases: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    const count = Number(values.cases);
    if (!Number.isInteger(count) || count < 1 || count > MAX_CASES)
      return refuse(`--cases needs a whole number from 1 to ${MAX_CASES}`);
    return { cases: count, force: values.force };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
