/** Text filters of the case list: the answer found by counted texts is that of looking into every case. */
import { SEES_ALL } from '../../shared/blinding/sight.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseList } from '../../server/areas/cases/caseList.ts';
import { SEARCH_SEPARATOR } from '../../server/cases/record/summary.ts';
import type { SessionUser } from '../../server/http/session.ts';
import { findSessionUser } from '../../server/http/session.ts';
import { readingOf, planList } from '../../server/lists/answerList.ts';
import { columnsOf } from '../../server/lists/listColumns.ts';
import { countRows, keysOf, withCandidates } from '../../server/lists/listQuery.ts';
import { rollUpCounts } from '../../server/projections/caseCounts.store.ts';
import type { Trx } from '../../server/storage/database.ts';
import { fold } from '../../shared/text/fold.ts';
import { caseWorldOn, type CaseWorld } from './caseWorld.ts';
import { startTestServer } from './harness.ts';

const CASES = 6;
type TextColumn = 'patientName' | 'productName' | 'aeTerm';

let world: CaseWorld;
const users: SessionUser[] = [];
const caseKeys: number[] = [];
beforeAll(async () => {
  // without its jobs: one process rolls up at a time
  world = await caseWorldOn(await startTestServer({ env: { ROLE: 'api' } }));
  for (let made = 0; made < CASES; made += 1) caseKeys.push((await world.aCase((made % 2) + 1)).caseKey);
  const tokens = [world.editor, await world.userOfSender('of.sender', 2)];
  for (const token of tokens)
    users.push(await findSessionUser(world.server.db, token, null, world.server.clock.now()));
});
afterAll(() => world.server.stop());

const anyText = fc.constantFrom(
  '',
  'Rash',
  'rash, itching',
  'RASH',
  'crash',
  'sh ra',
  '발진',
  '두드러기 발진',
  'a',
  '%_',
);
const anyPart = fc.constantFrom('ra', 'rash', 'SH', 'a', '발진', '진', '%', 'r_sh', 'absent', 'ra sh');
const anyColumn = fc.constantFrom<TextColumn>('patientName', 'productName', 'aeTerm');
const anyCase = fc.nat(CASES - 1);

/** The texts are set as a save sets them: in the search text, from which the database makes the columns. */
const change = fc.oneof(
  fc.record({ at: anyCase, texts: fc.tuple(anyText, anyText, anyText) }),
  fc.record({ at: anyCase, deleted: fc.boolean() }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(done: Change): Promise<unknown> {
  const caseKey = caseKeys[done.at] ?? 0;
  if ('deleted' in done)
    return world.query((trx) =>
      sql`update pv_case set del_flag = ${done.deleted ? 'Y' : 'N'} where case_key = ${caseKey}`.execute(trx),
    );
  const search = [String(caseKey), '', '', ...done.texts.map(fold)].join(SEARCH_SEPARATOR);
  return world.query((trx) =>
    sql`update pv_case set search = ${search} where case_key = ${caseKey}`.execute(trx),
  );
}

/** The total and the keys of the list under text filters, with the counted texts or without them. */
async function answer(
  trx: Trx,
  user: SessionUser,
  parts: Partial<Record<TextColumn, string>>,
  { counted, deleted }: { counted: boolean; deleted: 'Y' | 'N' | 'ALL' },
) {
  const { deps } = world.server;
  const { fastPaths: _, ...plain } = caseList;
  const source = counted ? caseList : plain;
  const reading = readingOf(deps, { user, language: 'en', appendix: 'US' });
  const columns = columnsOf(deps.catalogue, source, { appendix: 'US', user: SEES_ALL });
  const filters = columns
    .filter(({ columnId }) => columnId in parts)
    .map((column) => ({
      column,
      entries: [{ filterType: 'LIKE' as const, valueCode: parts[column.columnId as TextColumn] ?? '' }],
      hasListValues: false,
    }));
  const query = planList(deps, source, reading, { filters, order: null }, { deleted });
  const plan = counted ? await withCandidates(trx, query) : query;
  const total = await countRows(trx, plan);
  return { total, keys: await keysOf(trx, plan, { offset: 0, limit: null }) };
}

const wrongCounts = () =>
  world.query(async (trx) => {
    const counts = sql`select column_name, text, sum(cases) from case_text_count group by 1, 2 having sum(cases) <> 0`;
    const cases = sql`select column_name, text, count(*) from pv_case cross join lateral (values
        ('patient_folded', patient_folded), ('product_folded', product_folded), ('term_folded', term_folded),
        ('due_date', due_date)
      ) as texts (column_name, text) where latest and del_flag = 'N' and text is not null group by 1, 2`;
    return (await sql`(${counts} except ${cases}) union all (${cases} except ${counts})`.execute(trx)).rows;
  });

describe('texts are counted as the cases say them', () => {
  it('after any changes, also at the same time, and between roll-ups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        async (changes, rollsUp) => {
          await Promise.all([...changes.map(apply), ...(rollsUp ? [rollUpCounts(world.server)] : [])]);
          expect(await wrongCounts()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('in one row for each text, after a roll-up', async () => {
    await rollUpCounts(world.server);
    const { rows } = await world.query((trx) =>
      sql`select column_name, text from case_text_count group by 1, 2 having count(*) > 1 or sum(cases) = 0`.execute(
        trx,
      ),
    );
    expect(rows).toEqual([]);
  });
});

describe('the answer to a text filter', () => {
  it('is that of looking into every case, for every reader', async () => {
    const anyParts = fc.dictionary(anyColumn, anyPart, { minKeys: 1, maxKeys: 2 });
    const deleted = fc.constantFrom('N' as const, 'Y' as const, 'ALL' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 3 }),
        fc.boolean(),
        anyParts,
        deleted,
        async (changes, rollsUp, parts, deleted) => {
          for (const one of changes) await apply(one);
          if (rollsUp) await rollUpCounts(world.server);
          for (const user of users) {
            const [found, looked] = await world.query(async (trx) => [
              await answer(trx, user, parts, { counted: true, deleted }),
              await answer(trx, user, parts, { counted: false, deleted }),
            ]);
            expect(found).toEqual(looked);
            expect(found?.keys).toHaveLength(found?.total ?? -1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
