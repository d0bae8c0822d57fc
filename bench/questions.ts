/** Ten usual questions about the cases of a sponsor with a million of them: counted, with the keys of the first rows. */
import { sql } from 'kysely';
import { countInTime } from '../server/case-query/countInTime.ts';
import { keepValues } from '../server/case-query/passingCases.ts';
import type { Deps } from '../server/deps.ts';
import { listValues } from '../server/lists/listValues.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { projectionsOf, versionOf } from '../server/projections/projection.ts';
import { findState, updateProgress } from '../server/projections/projectionState.store.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor } from '../server/storage/database.ts';
import { dayAfter, dayAt } from '../shared/dates/zonedDay.ts';
import type { Condition, ItemTest, Quantity } from '../shared/query/condition.types.ts';
import { onBenchServer } from './benchServer.ts';
import { multiplyCases } from './multiplyCases.ts';
import { p99Within, type Measured } from './measure.ts';

const SPONSOR = 1;
const CASES = 1_000_000;
const QUICK_CASES = 50_000;
/** different ones among them */
const STORIES = 400;
/** of each case that was made one by one */
const COPIES = 40;
/** the answer that a page waits for, 99 of 100 times */
const BUDGET_MS = 300;
const ROUNDS = { warmUps: 1, rounds: 20 };
const FIRST_ROWS = 20;
/** so long ago is the month of the questions */
const MONTH_AGO_DAYS = 60;

const ANY: Quantity = { of: 'any', min: null, max: null };

/** Items are named by their roles. */
type Asks = (
  test: (role: string, operator: ItemTest['operator'], ...values: string[]) => ItemTest,
  /** in the month (CCYYMM) */
  received: Condition,
) => Condition[];

const rows = (tests: ItemTest[], quantity = ANY): Condition => ({ kind: 'rows', tests, rows: quantity });

const QUESTIONS: readonly { name: string; asks: Asks }[] = [
  { name: 'received in a month', asks: (_, received) => [received] },
  {
    name: 'fatal in a month',
    asks: (test, received) => [received, rows([test('seriousDeath', 'EQ', 'true')])],
  },
  {
    name: 'a suspect drug by name',
    asks: (test) => [rows([test('drugName', 'LIKE', 'velanorix'), test('drugRole', 'EQ', '1')])],
  },
  {
    name: 'a drug in a month',
    asks: (test, received) => [received, rows([test('drugName', 'LIKE', 'velanorix')])],
  },
  {
    name: 'a reaction with an outcome',
    asks: (test) => [rows([test('reactionVerbatim', 'LIKE', 'rash'), test('reactionOutcome', 'EQ', '1')])],
  },
  {
    name: 'three drugs or more, in a month',
    asks: (test, received) => [
      received,
      rows([test('drugName', 'NOT_NULL')], { of: 'count', min: 3, max: null }),
    ],
  },
  {
    name: 'all reactions recovered, in a month',
    asks: (test, received) => [
      received,
      rows([test('reactionOutcome', 'EQ', '1')], { of: 'all', min: null, max: null }),
    ],
  },
  {
    name: 'a reaction without an end, in a month',
    asks: (test, received) => [received, rows([test('reactionEnd', 'NULL')])],
  },
  {
    name: 'women of an age, in a month',
    asks: (test, received) => [
      received,
      rows([test('sex', 'EQ', '2')]),
      rows([test('ageNumber', 'RANGE', '18', '45')]),
    ],
  },
  {
    name: 'a country in a month',
    asks: (test, received) => [received, rows([test('reactionCountry', 'EQ', 'KR')])],
  },
];

/**
 * The ratio is the 99th percentile to 300 ms. `--quick` and BENCH_CASES make fewer cases; BENCH_QUESTIONS_DIR keeps the
 * database, which takes minutes to fill, and uses it again.
 */
export async function benchQuestions({ quick }: { quick: boolean }): Promise<Measured[]> {
  const dataDir = process.env['BENCH_QUESTIONS_DIR'];
  return onBenchServer({ dataDir, demo: true }, async ({ deps, ownerUrl }) => {
    const count = Number(process.env['BENCH_CASES'] ?? (quick ? QUICK_CASES : CASES));
    const questions = QUESTIONS.map(({ name, asks }) => ({ name, condition: conditionOf(deps, asks) }));
    await inSponsor(deps.db, SPONSOR, async (trx) => {
      for (const { condition } of questions) await keepValues(trx, deps.catalogue, SPONSOR, condition);
    });
    if ((await casesIn(deps)) < count) {
      await backfillProjections({ ...deps, projections: [listValues] });
      await seedManyCases(deps, { count: Math.ceil(count / COPIES), extent: 'listed', stories: STORIES });
      await multiplyCases(ownerUrl, SPONSOR, COPIES);
    }
    await takeAsStored(deps);
    const results: Measured[] = [];
    for (const { name, condition } of questions) results.push(await measure(deps, name, condition));
    return results;
  });
}

function conditionOf({ catalogue: { whole }, clock }: Deps, asks: Asks): Condition {
  const test = (role: string, operator: ItemTest['operator'], ...values: string[]): ItemTest => {
    const itemId = whole.roles[role];
    if (itemId === undefined) throw new Error(`no item has the role ${role}`);
    return { itemId, operator, values, nullFlavors: [] };
  };
  // invented cases have come in more and more often
  const month = dayAfter(dayAt(clock.now().getTime(), 'UTC'), -MONTH_AGO_DAYS).slice(0, 6);
  const received = rows([test('mostRecentInformation', 'RANGE', month, month)]);
  return { kind: 'group', joined: 'and', conditions: asks(test, received) };
}

/** Copies have values without documents to store them from: a backfill would take them away. */
const takeAsStored = ({ db, catalogue }: Deps): Promise<void> =>
  inSponsor(db, SPONSOR, async (trx) => {
    const { progress, timeZone } = await findState(trx, SPONSOR);
    for (const projection of projectionsOf([listValues], catalogue, new Set(progress.keys())))
      await updateProgress(trx, SPONSOR, {
        name: projection.name,
        version: versionOf(projection, { catalogue, timeZone }),
        walkedTo: 0,
        done: true,
      });
  });

const casesIn = (deps: Deps): Promise<number> =>
  inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows: found } = await sql<{ count: number }>`select count(*) as count from pv_case`.execute(trx);
    return found[0]?.count ?? 0;
  });

async function measure(deps: Deps, name: string, condition: Condition): Promise<Measured> {
  const reader = {
    sponsorKey: SPONSOR,
    unblind: true,
    hidden: [],
    senderKeys: [],
    productKeys: [],
    studyKeys: [],
  };
  const question = { catalogue: deps.catalogue, reader, question: { condition }, limit: FIRST_ROWS };
  const ask = () => countInTime(deps.db, question, null);
  const { count, looked } = await ask();
  if (count === 0) throw new Error(`no case answers "${name}": nothing is measured`);
  return p99Within(
    { ...ROUNDS, name, budgetMs: BUDGET_MS, found: `${count} cases, looked at ${looked} %` },
    ask,
  );
}
