/** Simulates a safety department. Exit code 1: something did not hold; 2: called wrongly. */
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { CODE_CACHE } from '../simulation/codeCache.ts';
import { MUTATIONS } from '../simulation/mutations/mutation.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

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

interface Request {
  template: string | undefined;
  mutations: boolean;
  only: string;
  /** of one seed, to a step */
  isReplay: boolean;
  steps: number;
  first: number;
  count: number;
  atOnce: number;
}

/** Steps that a replay checks: more than one, since some invariants compare a step with the one before. */
const STEPS_TO_CHECK = 3;

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, async () => {
  const request = readArguments();
  return request.mutations ? plantMutations(request) : runSeeds(request);
});

async function plantMutations({ only, atOnce, first, count, steps, ...request }: Request): Promise<number> {
  const template = request.template ?? (await findTemplate());
  const mutations = MUTATIONS.filter(({ id }) => id.includes(only));
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
  return 0;
}

async function runSeeds({ template, first, count, steps, isReplay }: Request): Promise<number> {
  const cluster = await startCluster(template ?? (await findTemplate()));
  let failures = 0;
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const began = performance.now();
      const onStep = (step: number, { what }: { what: string }) => console.log(`${step}  ${what}`);
      const result = await simulate(cluster, {
        seed,
        steps,
        ...(isReplay && { onStep, checkFrom: steps - STEPS_TO_CHECK + 1 }),
      });
      const { failure, heads } = result;
      const took = Math.round(performance.now() - began);
      console.log(`seed ${seed}: ${result.steps} steps, heads ${heads}, ${took} ms`);
      if (isReplay) console.log(JSON.stringify(result.done));
      if (!failure) continue;
      failures += 1;
      console.log(`  step ${failure.step}: ${failure.message}`);
      console.log(
        isReplay ? failure.stack : `  npm run -s simulate -- --seed ${seed} --until ${failure.step}`,
      );
    }
  } finally {
    await cluster.stop();
  }
  return failures > 0 ? 1 : 0;
}

function numberOf(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageProblem(`${text} is not a whole number above 0`);
  return number;
}

function readArguments(): Request {
  const { values } = parseArgs({
    args,
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
  });
  const { until, template, mutations, only } = values;
  return {
    template,
    mutations,
    only,
    isReplay: until !== undefined,
    steps: numberOf(until ?? values.steps),
    first: numberOf(values.seed),
    count: until === undefined ? numberOf(values.seeds) : 1,
    atOnce: numberOf(values['at-once']),
  };
}
