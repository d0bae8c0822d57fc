/** One seed: actors and jobs act in the order that chance gives, and after each step it is checked what must hold. */
import { sql } from 'kysely';
import { createGenerator } from '../shared/generate/createGenerator.ts';
import { chanceFrom } from '../shared/generate/chance.ts';
import { NoSuchCase, type GeneratedCase } from '../shared/generate/generate.types.ts';
import { receiversOf } from '../shared/rules/receivers.ts';
import { backgroundActs } from './acts/background.ts';
import { caseActs } from './acts/cases.ts';
import { deliveryActs } from './acts/delivery.ts';
import { editActs } from './acts/edits.ts';
import { entryActs } from './acts/entries.ts';
import { handingActs } from './acts/handing.ts';
import { hourActs } from './acts/hours.ts';
import { importActs } from './acts/imports.ts';
import { meanwhileActs } from './acts/meanwhile.ts';
import { readerActs } from './acts/readers.ts';
import { routingActs } from './acts/routing.ts';
import { submissionActs } from './acts/submissions.ts';
import { syncActs } from './acts/sync.ts';
import { workActs } from './acts/work.ts';
import { dueInvariants, type CheckRange } from './dueInvariants.ts';
import { anchorInvariants } from './invariants/anchors.ts';
import { answerInvariants } from './invariants/answers.ts';
import { figureInvariants } from './invariants/figures.ts';
import { deadlineInvariants } from './invariants/deadlines.ts';
import { jobInvariants } from './invariants/jobs.ts';
import { listInvariants } from './invariants/lists.ts';
import { messageInvariants } from './invariants/messages.ts';
import { learnVersions, recordInvariants } from './invariants/records.ts';
import { sentInvariants } from './invariants/sent.ts';
import { syncInvariants } from './invariants/sync.ts';
import { traceInvariants } from './invariants/traces.ts';
import { versionInvariants } from './invariants/versions.ts';
import { wayInvariants } from './invariants/ways.ts';
import { limitReader } from './oracles/access.ts';
import { shareRole } from './oracles/workflow.ts';
import { SECOND_MS } from './simulatedClock.ts';
import { SPONSOR, startSimulatedServer, type SimulatedServer } from './simulatedServer.ts';
import type { Act, Deed, Invariant, Simulation } from './simulation.types.ts';
import type { Cluster } from './template.ts';
import { Violation } from './violation.ts';
import { watchAnswers } from './watchAnswers.ts';

const ACTS: readonly Act[] = [
  ...caseActs,
  ...editActs,
  ...entryActs,
  ...meanwhileActs,
  ...workActs,
  ...importActs,
  ...submissionActs,
  ...deliveryActs,
  ...syncActs,
  ...routingActs,
  ...handingActs,
  ...readerActs,
  ...backgroundActs,
  ...hourActs,
];

/** Those that compare a step with the one before begin afresh with each seed. */
const allInvariants = (): Invariant[] => [
  ...jobInvariants(),
  ...traceInvariants(),
  ...anchorInvariants(),
  ...versionInvariants(),
  ...recordInvariants(),
  ...wayInvariants,
  ...deadlineInvariants,
  ...sentInvariants(),
  ...answerInvariants,
  ...syncInvariants,
  ...messageInvariants,
  ...listInvariants,
  ...figureInvariants,
];

interface SeedResult {
  seed: number;
  steps: number;
  /** hashes of the last saves of all chains: equal where everything was recorded in the same way */
  heads: string;
  /** how often each act was carried out */
  done: Readonly<Record<string, number>>;
  /** null: everything held */
  failure: { step: number; message: string; stack: string } | null;
}

interface Run extends Pick<CheckRange, 'steps'>, Partial<Pick<CheckRange, 'checkFrom'>> {
  seed: number;
  /** called after each step */
  onStep?: (step: number, deed: Deed) => void;
}

/** Runs the seed to its end, or to the first step after which something does not hold. */
export async function simulate(
  cluster: Cluster,
  { seed, steps, checkFrom = 1, onStep = () => {} }: Run,
): Promise<SeedResult> {
  const server: SimulatedServer = await startSimulatedServer(
    cluster,
    seed,
    watchAnswers(() => server.deps.catalogue.whole),
  );
  try {
    const simulation = begin(server, seed);
    await learnVersions(simulation);
    await limitReader(simulation);
    await shareRole(simulation);
    const invariants = allInvariants();
    const done: Record<string, number> = {};
    let failure: SeedResult['failure'] = null;
    while (failure === null && simulation.step < steps) {
      simulation.step += 1;
      try {
        const [name, deed] = await takeStep(simulation);
        done[name] = (done[name] ?? 0) + 1;
        onStep(simulation.step, deed);
        await check(simulation, deed, dueInvariants(invariants, simulation.step, { steps, checkFrom }));
      } catch (error) {
        const { message, stack = '' } = error as Error;
        failure = { step: simulation.step, message, stack };
      }
    }
    return { seed, steps: simulation.step, heads: await headsOf(server), done, failure };
  } finally {
    await server.close();
  }
}

function begin(server: SimulatedServer, seed: number): Simulation {
  const chance = chanceFrom(seed);
  const { checks, ruleSet, e2b: map } = server.deps.catalogue;
  const generator = createGenerator({ checks, ruleSet, map });
  const receivers = receiversOf(checks.catalogue).map(({ receiver }) => receiver);
  const generate: Simulation['generate'] = (wish = {}): GeneratedCase => {
    for (;;)
      try {
        return generator({ receiver: chance.pick(receivers), ...wish, seed: chance.between(1, 1e9) });
      } catch (error) {
        if (!(error instanceof NoSuchCase)) throw error;
      }
  };
  return {
    seed,
    step: 0,
    server,
    chance,
    versions: new Map(),
    batches: [],
    reports: [],
    repeated: new Set(),
    generate,
  };
}

const WEIGHT = ACTS.reduce((sum, { weight }) => sum + weight, 0);

/** Acts until one has an occasion. */
async function takeStep(simulation: Simulation): Promise<[string, Deed]> {
  simulation.server.beginStep(simulation.step);
  for (;;) {
    let left = simulation.chance.between(1, WEIGHT);
    const act = ACTS.find(({ weight }) => (left -= weight) <= 0);
    simulation.server.clock.advance(simulation.chance.between(1, 90) * SECOND_MS);
    const deed = await act?.run(simulation);
    if (act && deed) return [act.name, deed];
  }
}

/** A violation tells what was done before it, too. */
async function check(simulation: Simulation, deed: Deed, invariants: readonly Invariant[]): Promise<void> {
  // in a replay, which checks less, the sessions begin at the same time
  await simulation.server.signIn();
  try {
    for (const { check } of invariants) await check(simulation, deed);
  } catch (error) {
    if (error instanceof Violation) error.message += `, after '${deed.what}'`;
    throw error;
  }
}

const headsOf = async ({ read }: SimulatedServer): Promise<string> => {
  const { rows } = await read((trx) =>
    sql<{ heads: string }>`
      select md5(string_agg(scope || ' ' || scope_key || ' ' || save_no || ' ' || hash, ',' order by scope, scope_key)) as heads
      from audit_head where sponsor_key = ${SPONSOR}`.execute(trx),
  );
  return rows[0]?.heads ?? '';
};
