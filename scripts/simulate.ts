/** Simulates a safety department. Exit code 1: called wrongly; 2: something did not hold. */
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { CODE_CACHE } from '../simulation/codeCache.ts';
import { MUTATIONS } from '../simulation/mutations/mutation.ts';

// a third of a replay would be compiling; what is imported above is little
enableCompileCache(CODE_CACHE);
const { findTemplate, startCluster } = await import('../simulation/template.ts');
const { runMutations } = await import('../simulation/mutations/runMutations.ts');
const { simulate } = await import('../simulation/simulate.ts');

const USAGE = `npm run -s simulate -- [options]   the real server, its jobs and actors by one seed and one clock
  --seeds N       so many seeds, one after the other; default 10
  --seed S        the first one; with --until only this one; default 1
  --steps N       of each seed; default 120
  --until STEP    replays the seed to this step and prints what was done in each
  --template DIR  begins with this state, made by other sources; default: made by these, once
  --mutations     plants each mutation of the catalogue and tells which of them the seeds find
  --only TEXT     of these, the ones whose id has this text
  --at-once N     so many processes; default 2`;

/** Steps that a replay checks: more than one, since some invariants compare a step with the one before. */
const STEPS_TO_CHECK = 3;

const options = readArguments();
const steps = numberOf(options.until ?? options.steps);
const first = numberOf(options.seed);
const count = options.until === undefined ? numberOf(options.seeds) : 1;

if (options.mutations) await plantMutations();
else await runSeeds();

async function plantMutations(): Promise<void> {
  const template = options.template ?? (await findTemplate());
  const mutations = MUTATIONS.filter(({ id }) => id.includes(options.only));
  const atOnce = numberOf(options['at-once']);
  const foundCount = await runMutations(
    { template, mutations, atOnce, seed: first, seeds: count, steps },
    ({ id, file }, found) =>
      console.log(
        found
          ? `found   ${id}  seed ${found.seed}, step ${found.step}: ${found.message}`
          : `MISSED  ${id}  ${file}`,
      ),
  );
  console.log(`${foundCount} of ${mutations.length} mutations were found`);
}

async function runSeeds(): Promise<void> {
  const cluster = await startCluster(options.template ?? (await findTemplate()));
  let failures = 0;
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const began = performance.now();
      const onStep = (step: number, { what }: { what: string }) => console.log(`${step}  ${what}`);
      const result = await simulate(cluster, {
        seed,
        steps,
        ...(options.until !== undefined && { onStep, checkFrom: steps - STEPS_TO_CHECK + 1 }),
      });
      const { failure, heads } = result;
      const took = Math.round(performance.now() - began);
      console.log(`seed ${seed}: ${result.steps} steps, heads ${heads}, ${took} ms`);
      if (options.until !== undefined) console.log(JSON.stringify(result.done));
      if (!failure) continue;
      failures += 1;
      console.log(`  step ${failure.step}: ${failure.message}`);
      if (options.until === undefined)
        console.log(`  npm run -s simulate -- --seed ${seed} --until ${failure.step}`);
      else console.log(failure.stack);
    }
  } finally {
    await cluster.stop();
  }
  if (failures > 0) process.exitCode = 2;
}

function numberOf(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : refuse(`${text} is not a whole number above 0`);
}

function refuse(why: string): never {
  console.error(`${why}\n${USAGE}`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        seeds: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        steps: { type: 'string', default: '120' },
        until: { type: 'string' },
        template: { type: 'string' },
        mutations: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        'at-once': { type: 'string', default: '2' },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
