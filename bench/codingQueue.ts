/** The coding queue of a sponsor with 100,000 terms: reading its groups in either step, and one of them. */
import { sql } from 'kysely';
import type { CodingStep } from '../shared/contract/index.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import type { ListCaller } from '../server/lists/listSource.ts';
import { readGroup, readQueue } from '../server/areas/coding/codingQueue.service.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor } from '../server/storage/database.ts';
import { editorToken, onBenchServer, vacuum } from './benchServer.ts';
import { p99Within, type Measured } from './measure.ts';

const SPONSOR = 1;
const TERMS = 100_000;
const QUICK_TERMS = 10_000;
const TERMS_PER_CASE = 3;
/** different texts among the terms; half of the terms have one of the frequent ones */
const TEXTS = 20_000;
const FREQUENT = 400;
const BUDGET_MS = 100;
const ROUNDS = { warmUps: 3, rounds: 30 };

interface World {
  deps: Deps;
  caller: ListCaller;
}

/** The ratio is the 99th percentile to 100 ms. BENCH_QUEUE_DIR keeps the database and uses it again. */
export async function benchCodingQueue({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer(
    { dataDir: process.env['BENCH_QUEUE_DIR'], demo: true },
    async ({ deps, url, ownerUrl }) => {
      const terms = quick ? QUICK_TERMS : TERMS;
      if ((await termsIn(deps)) < terms) {
        await seedManyCases(deps, {
          count: Math.ceil(terms / TERMS_PER_CASE) + 1,
          extent: 'listed',
          stories: 50,
        });
        await addTerms(deps, terms);
        await vacuum(ownerUrl, 'case_coding', 'pv_case');
      }
      const user = await findSessionUser(deps.db, await editorToken(url), null, deps.clock.now());
      const world = { deps, caller: { user, language: 'en', appendix: 'EU' } as const };
      return [
        await measure(world, 'coding', { step: 'first' }),
        await measure(world, 'coding, of one sender', { step: 'first', senderKeys: [2] }),
        await measure(world, 'second coding', { step: 'second' }),
        await measureGroup(world),
      ];
    },
  );
}

const termsIn = (deps: Deps): Promise<number> =>
  inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from case_coding`.execute(
      trx,
    );
    return rows[0]?.count ?? 0;
  });

/** Reactions of the newest cases, two of three coded: with codes of the release in use, and a few that it does not have. */
async function addTerms(deps: Deps, count: number): Promise<void> {
  const item = deps.catalogue.whole.roles['reactionTerm'] ?? '';
  await inSponsor(deps.db, SPONSOR, (trx) =>
    sql`
      with kase as (
        select case_key, row_number() over (order by case_key desc) - 1 as at from pv_case
        where sponsor_key = ${SPONSOR} and latest
      ), code as (
        select e.code, row_number() over (order by e.code) - 1 as at, count(*) over () as many
        from dictionary_release r join dictionary_entry e on e.release_no = r.release_no
        where r.dictionary = 'MEDDRA' and r.state = 'active'
      ), term as (
        select n, kase.case_key, n % ${TERMS_PER_CASE}::int + 101 as row_no,
          (hashint4(n) & 2147483647) % case when n % 2 = 0 then ${FREQUENT}::int else ${TEXTS}::int end as text
        from generate_series(1, ${count}::int) n join kase on kase.at = n / ${TERMS_PER_CASE}::int
      )
      insert into case_coding (sponsor_key, case_key, item_id, row_no, row_no2, row_no3, page, page_row, term, text_key,
        code, version, entered_at, coded_by, coded_at, place, blinded)
      select ${SPONSOR}, case_key, ${item}, row_no, 0, 0, 'AE', row_no, text || ' invented reactions',
        text || ' invented reactions', case when n % 3 > 0 then code.code end, null, now(),
        case when n % 3 > 0 then 'bench' end, case when n % 3 > 0 then now() end, '{"en": "Reaction"}', false
      from term left join code on code.at = text % code.many`.execute(trx),
  );
}

async function measure(
  { deps, caller }: World,
  name: string,
  { step, ...scope }: { step: CodingStep; senderKeys?: number[] },
): Promise<Measured> {
  const reader = { ...caller, user: { ...caller.user, ...scope } };
  const read = () => readQueue(deps, reader, { step });
  const { groups, more } = await read();
  const found = `${groups.length} groups${more ? ' and more' : ''}`;
  return p99Within({ ...ROUNDS, name, budgetMs: BUDGET_MS, found }, read);
}

async function measureGroup({ deps, caller }: World): Promise<Measured> {
  const [group] = (await readQueue(deps, caller, {})).groups;
  if (!group) throw new Error('the queue is empty');
  const read = () => readGroup(deps, caller, group);
  const found = `${(await read()).terms.length} terms`;
  return p99Within({ ...ROUNDS, name: 'a group of it', budgetMs: BUDGET_MS, found }, read);
}
