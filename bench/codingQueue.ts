/** The coding queue of a sponsor with 100,000 terms: reading its groups in either step, and one of them. */
import { sql } from 'kysely';
import type { Masters } from '../shared/access/scope.ts';
import { MAX_QUEUE, type CodingStep } from '../shared/contract/index.ts';
import type { DescribedValue } from '../shared/settings/describedSettings.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import type { ListCaller } from '../server/lists/listSource.ts';
import { readGroup, readQueue } from '../server/areas/coding/codingQueue.service.ts';
import { activateRelease, loadRelease } from '../server/dictionaries/releases.service.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor, type Trx } from '../server/storage/database.ts';
import { putSetting } from '../server/sponsor-settings/sponsorSettings.ts';
import { editorToken, onBenchServer, vacuum, type BenchServer } from './benchServer.ts';
import { inventedTerms } from './dictionariesTerms.ts';
import { p99Within, type Measured } from './measure.ts';

const SPONSOR = 1;
const TERMS = 100_000;
const QUICK_TERMS = 10_000;
const TERMS_PER_CASE = 3;
/** different texts among the terms; half of the terms have one of the frequent ones */
const TEXTS = 20_000;
const FREQUENT = 400;
/** names of the dictionary, of which some are not current */
const NAMES = 90_000;
const QUICK_NAMES = 25_000;
/** one of so many terms has another code than others of its text */
const OTHER_CODE = 50;
/** one case of so many has its codes judged by a second coder */
const JUDGED_CASES = 3;
const BUDGET_MS = 100;
const ROUNDS = { warmUps: 3, rounds: 30 };

interface World extends Pick<BenchServer, 'deps' | 'processorMs'> {
  caller: ListCaller;
}

/** The ratio is the 99th percentile to 100 ms. BENCH_QUEUE_DIR keeps the database and uses it again. */
export async function benchCodingQueue({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer({ dataDir: process.env['BENCH_QUEUE_DIR'], demo: true }, async (server) => {
    const { deps, url, ownerUrl } = server;
    const terms = quick ? QUICK_TERMS : TERMS;
    if ((await termsIn(deps)) < terms) {
      await seedManyCases(deps, {
        count: Math.ceil(terms / TERMS_PER_CASE) + 1,
        extent: 'listed',
        stories: 50,
      });
      await addDictionary(deps, quick ? QUICK_NAMES : NAMES);
      await addTerms(deps, terms);
      await vacuum(ownerUrl, 'case_coding', 'pv_case', 'coding_review', 'second_coding');
    }
    const user = await findSessionUser(deps.db, await editorToken(url), null, deps.clock.now());
    const caller = { user, language: 'en', appendix: 'EU' } as const;
    const world = { ...server, caller };
    const second = async (secondCoder: SecondCoder) => {
      await setSecondCoder(deps, secondCoder);
      return measure(world, `second coding, ${secondCoder}`, { step: 'second' });
    };
    return [
      await measure(world, 'coding', { step: 'first' }),
      await measure(world, 'coding, next page', { step: 'first', offset: MAX_QUEUE }),
      await measure(world, 'coding, of one sender', { step: 'first' }, { senderKeys: [2] }),
      await measure(world, 'coding, of one product', { step: 'first' }, { productKeys: [1] }),
      await second('all'),
      await second('serious'),
      await second('doubtful'),
      await measureGroup(world),
    ];
  });
}

type SecondCoder = DescribedValue<'coding'>['secondCoder'];

const setSecondCoder = (deps: Deps, secondCoder: SecondCoder) =>
  inSponsor(deps.db, SPONSOR, (trx) =>
    putSetting(trx, {
      sponsorKey: SPONSOR,
      name: 'coding',
      value: { secondCoder, secondShare: null },
      at: deps.clock.now(),
      userId: 'bench',
    }),
  );

const termsIn = (deps: Deps): Promise<number> =>
  inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from case_coding`.execute(
      trx,
    );
    return rows[0]?.count ?? 0;
  });

async function addDictionary(deps: Deps, count: number): Promise<void> {
  const release = { dictionary: 'MEDDRA', version: 'bench', sample: true, files: [], loaded_by: 'operator' };
  await activateRelease(deps, await loadRelease(deps, release, inventedTerms(count)), 'operator');
}

/** Reactions of the newest cases, two of three coded. */
async function addTerms(deps: Deps, count: number): Promise<void> {
  const item = deps.catalogue.whole.roles['reactionTerm'] ?? '';
  await inSponsor(deps.db, SPONSOR, async (trx) => {
    await sql`
      with kase as (
        select case_key, row_number() over (order by case_key desc) - 1 as at from pv_case
        where sponsor_key = ${SPONSOR} and latest
      ), code as (
        select e.code, row_number() over (order by e.code) - 1 as at
        from dictionary_release r join dictionary_entry e on e.release_no = r.release_no
        where r.dictionary = 'MEDDRA' and r.state = 'active'
      ), term as (
        select n, kase.case_key, n % ${TERMS_PER_CASE}::int + 101 as row_no,
          (hashint4(n) & 2147483647) % case when n % 2 = 0 then ${FREQUENT}::int else ${TEXTS}::int end as text
        from generate_series(1, ${count}::int) n join kase on kase.at = n / ${TERMS_PER_CASE}::int
      )
      insert into case_coding (sponsor_key, case_key, item_id, row_no, row_no2, row_no3, page, page_row, term, text_key,
        code, version, entered_at, coded_by, coded_at, place, blinded, listed, sample)
      select ${SPONSOR}, case_key, ${item}, row_no, 0, 0, 'AE', row_no, text || ' invented reactions',
        text || ' invented reactions', case when n % 3 > 0 then code.code end, null, now(),
        case when n % 3 > 0 then 'bench' end, case when n % 3 > 0 then now() end, '{"en": "Reaction"}', false, true, n % 100
      from term left join code on code.at = text + case when n % ${OTHER_CODE}::int = 1 then 1 else 0 end`.execute(
      trx,
    );
    await addJudgements(trx);
    await sql`
      update case_coding w set reviewed_at = r.at, reviewed_by = r.user_name from coding_review r
      where r.root_case_key = w.case_key and r.row_no = w.row_no`.execute(trx);
    await sql`
      update case_coding w set second_at = s.second_at from second_coding s
      where s.root_case_key = w.case_key and s.row_no = w.row_no`.execute(trx);
  });
}

/** Reviews of a part of the codes, and second codes of another part. */
const addJudgements = (trx: Trx) =>
  sql`
    with judged as (
      select w.*, c.root_case_key from case_coding w join pv_case c using (sponsor_key, case_key)
      where w.sponsor_key = ${SPONSOR} and w.coded_by = 'bench' and w.case_key % ${JUDGED_CASES}::int = 0
    ), reviewed as (
      insert into coding_review (sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, code, version, at, user_key,
        user_id, user_name)
      select sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, code, '', coded_at, 1, 'bench2', 'Bench'
      from judged where row_no % 2 = 0
    )
    insert into second_coding (sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, dictionary, release_no,
      first_code, version, first_by, second_code, second_by, second_at)
    select sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, 'MEDDRA', 1, code, '', 'bench', code, 'bench2',
      coded_at
    from judged where row_no % 2 = 1`.execute(trx);

async function measure(
  { deps, caller, processorMs }: World,
  name: string,
  question: { step: CodingStep; offset?: number },
  scope: Partial<Masters> = {},
): Promise<Measured> {
  const reader = { ...caller, user: { ...caller.user, ...scope } };
  const read = () => readQueue(deps, reader, question);
  const { groups, total } = await read();
  const found = `${groups.length} of ${total} groups`;
  return p99Within({ ...ROUNDS, name, budgetMs: BUDGET_MS, found, processorMs }, read);
}

async function measureGroup({ deps, caller, processorMs }: World): Promise<Measured> {
  const [group] = (await readQueue(deps, caller, {})).groups;
  if (!group) throw new Error('the queue is empty');
  const read = () => readGroup(deps, caller, group);
  const found = `${(await read()).terms.length} terms`;
  return p99Within({ ...ROUNDS, name: 'a group of it', budgetMs: BUDGET_MS, found, processorMs }, read);
}
