/** Ten usual questions about the cases of a sponsor with a million of them: counted, with the keys of the first rows. */
import { sql } from 'kysely';
import { passingCases, passingKeys, keepValues } from '../server/case-query/passingCases.ts';
import type { Deps } from '../server/deps.ts';
import { listValues } from '../server/lists/listValues.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor } from '../server/storage/database.ts';
import type { Condition, ItemTest, Quantity } from '../shared/query/condition.types.ts';
import { onBenchServer } from './benchServer.ts';
import { p99Within, type Measured } from './measure.ts';

const SPONSOR = 1;
const CASES = 1_000_000;
const QUICK_CASES = 50_000;
/** different ones among them */
const STORIES = 400;
/** the answer that a page waits for, 99 of 100 times */
const BUDGET_MS = 300;
const ROUNDS = { warmUps: 1, rounds: 20 };
const FIRST_ROWS = 20;

const ANY: Quantity = { of: 'any', min: null, max: null };

/** Items are named by their roles. */
type Asks = (
  test: (role: string, operator: ItemTest['operator'], ...values: string[]) => ItemTest,
) => Condition[];

const rows = (tests: ItemTest[], quantity = ANY): Condition => ({ kind: 'rows', tests, rows: quantity });
const MONTH = ['202509', '202509'] as const;

const QUESTIONS: readonly { name: string; asks: Asks }[] = [
  { name: 'received in a month', asks: (test) => [rows([test('mostRecentInformation', 'RANGE', ...MONTH)])] },
  {
    name: 'fatal in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('seriousDeath', 'EQ', 'true')]),
    ],
  },
  {
    name: 'a suspect drug by name',
    asks: (test) => [rows([test('drugName', 'LIKE', 'velanorix'), test('drugRole', 'EQ', '1')])],
  },
  {
    name: 'a drug in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('drugName', 'LIKE', 'velanorix')]),
    ],
  },
  {
    name: 'a reaction with an outcome',
    asks: (test) => [rows([test('reactionTranslation', 'LIKE', 'rash'), test('reactionOutcome', 'EQ', '1')])],
  },
  {
    name: 'three drugs or more, in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('drugName', 'NOT_NULL')], { of: 'count', min: 3, max: null }),
    ],
  },
  {
    name: 'all reactions recovered, in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('reactionOutcome', 'EQ', '1')], { of: 'all', min: null, max: null }),
    ],
  },
  {
    name: 'an outcome without a value, in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('reactionOutcome', 'NULL')]),
    ],
  },
  {
    name: 'women of an age, in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('sex', 'EQ', '2')]),
      rows([test('ageNumber', 'RANGE', '18', '45')]),
    ],
  },
  {
    name: 'a country in a month',
    asks: (test) => [
      rows([test('mostRecentInformation', 'RANGE', ...MONTH)]),
      rows([test('reactionCountry', 'EQ', 'KR')]),
    ],
  },
];

/**
 * The ratio is the 99th percentile to 300 ms. `--quick` and BENCH_CASES make fewer cases; BENCH_QUESTIONS_DIR keeps the
 * database, which takes minutes to fill, and uses it again.
 */
export async function benchQuestions({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer({ dataDir: process.env['BENCH_QUESTIONS_DIR'], demo: true }, async ({ deps }) => {
    const count = Number(process.env['BENCH_CASES'] ?? (quick ? QUICK_CASES : CASES));
    const questions = QUESTIONS.map(({ name, asks }) => ({ name, condition: conditionOf(deps, asks) }));
    await inSponsor(deps.db, SPONSOR, async (trx) => {
      for (const { condition } of questions) await keepValues(trx, SPONSOR, condition);
    });
    await backfillProjections({ ...deps, projections: [listValues] });
    if ((await casesIn(deps)) < count)
      await seedManyCases(deps, { count, extent: 'listed', stories: STORIES });
    await settle(deps);
    const results: Measured[] = [];
    for (const { name, condition } of questions) results.push(await measure(deps, name, condition));
    return results;
  });
}

function conditionOf({ catalogue: { whole } }: Deps, asks: Asks): Condition {
  const conditions = asks((role, operator, ...values) => {
    const itemId = whole.roles[role];
    if (itemId === undefined) throw new Error(`no item has the role ${role}`);
    return { itemId, operator, values, nullFlavors: [] };
  });
  return { kind: 'group', joined: 'and', conditions };
}

const casesIn = (deps: Deps): Promise<number> =>
  inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows: found } = await sql<{ count: number }>`select count(*) as count from pv_case`.execute(trx);
    return found[0]?.count ?? 0;
  });

/** As an hour later, when the database has looked at what came in. */
const settle = (deps: Deps): Promise<unknown> =>
  deps.db.connection().execute(async (connection) => {
    await sql`set role none`.execute(connection);
    await sql`vacuum (analyze) pv_case`.execute(connection);
    await sql`vacuum (analyze) case_item_value`.execute(connection);
    return sql`set role casewright_app`.execute(connection);
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
  const ask = () =>
    inSponsor(deps.db, SPONSOR, async (trx) => {
      await sql`set local work_mem = '64MB'`.execute(trx);
      const passing = await passingCases(trx, deps.catalogue, reader, condition);
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${passing}`.execute(trx);
      await passingKeys(trx, passing, FIRST_ROWS);
      return rows[0]?.count ?? 0;
    });
  const found = `${await ask()} cases`;
  return p99Within({ ...ROUNDS, name, budgetMs: BUDGET_MS, found }, ask);
}
