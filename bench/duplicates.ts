/** The duplicate check: what it finds of invented pairs, by what was done to them, and how long it takes among 100 000 cases. */
import { sql } from 'kysely';
import { DUPLICATE_CHECK, keysOf, type DuplicateDocument } from '../shared/duplicates/index.ts';
import { findDuplicates, type Hit } from '../server/duplicates/findDuplicates.ts';
import { inSponsor, type Db, type Trx } from '../server/storage/database.ts';
import { onBenchServer, vacuum } from './benchServer.ts';
import { median, percentile, type Measured } from './measure.ts';
import { DISTORTIONS, inventedCase, neighbourOf, type Distortion } from './duplicatesCases.ts';
import { insertSender } from '../tests/insertSender.ts';

const CASES = 100_000;
const PORTION = 2000;
const PAIRS = 60;
const NON_PAIRS = 300;
const BUDGET_MS = 300;
const SPONSOR = 1;
const EVERYTHING = { senderKeys: [], productKeys: [], studyKeys: [] };

/** BENCH_DUPLICATES_DIR keeps the database, which takes minutes to fill, and uses it again. */
export async function benchDuplicates(): Promise<Measured[]> {
  return onBenchServer(
    { dataDir: process.env['BENCH_DUPLICATES_DIR'] },
    async ({ deps: { db }, ownerUrl }) => {
      if ((await casesIn(db)) < CASES) {
        await fill(db);
        await vacuum(ownerUrl, 'case_search_key', 'case_search', 'pv_case');
      }
      return measure(db);
    },
  );
}

const casesIn = (db: Db): Promise<number> =>
  inSponsor(db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from case_search`.execute(trx);
    return rows[0]?.count ?? 0;
  });

/**
 * Cases as the duplicate check sees them. Beside its search document a case has only its row, from which nothing can
 * be derived again.
 */
async function fill(db: Db): Promise<void> {
  await db.insertInto('company').values({ name: 'Bench', client_type: 'SPO', country: null }).execute();
  await db.insertInto('sponsor').values({ company_key: 1, name: 'Bench' }).execute();
  await inSponsor(db, SPONSOR, (trx) =>
    insertSender(trx, { sponsorKey: SPONSOR, senderKey: 1, name: 'Bench' }),
  );
  for (let from = 1; from <= CASES; from += PORTION) {
    const portion = Array.from({ length: PORTION }, (_, at) => from + at);
    await inSponsor(db, SPONSOR, (trx) => insertCases(trx, portion));
  }
}

async function insertCases(trx: Trx, numbers: readonly number[]): Promise<void> {
  const documents = numbers.map(inventedCase);
  await sql`
    insert into pv_case (sponsor_key, case_key, case_no, version_no, root_case_key, catalogue_version, sender_key,
      status_at, saved_pages, retrieved_at, search, created_at, created_by, updated_at, updated_by)
    select ${SPONSOR}, n, 'B-' || n, 1, n, '', 1, now(), '{}', now(), '', now(), 'bench', now(), 'bench'
    from unnest(${numbers}::bigint[]) as n`.execute(trx);
  await sql`
    insert into case_search (sponsor_key, root_case_key, case_key, document)
    select ${SPONSOR}, d.n, d.n, d.document
    from unnest(${numbers}::bigint[], ${documents.map((one) => JSON.stringify(one))}::jsonb[]) as d(n, document)`.execute(
    trx,
  );
  const keys = documents.flatMap((document, at) =>
    keysOf(DUPLICATE_CHECK, document).map((key) => ({ key, number: numbers[at] ?? 0 })),
  );
  await sql`
    insert into case_search_key (sponsor_key, key, root_case_key)
    select ${SPONSOR}, k.key, k.n
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ number }) => number)}::bigint[]) as k(key, n)`.execute(
    trx,
  );
}

interface Found {
  hits: Hit[];
  ms: number;
}

async function measure(db: Db): Promise<Measured[]> {
  const ask = async (document: DuplicateDocument): Promise<Found> => {
    const began = performance.now();
    const hits = await inSponsor(db, SPONSOR, (trx) =>
      findDuplicates(trx, {
        sponsorKey: SPONSOR,
        scope: EVERYTHING,
        mayRead: () => true,
        document,
        rootCaseKey: null,
      }),
    );
    return { hits, ms: performance.now() - began };
  };
  const times: number[] = [];
  const rows: Measured[] = [];
  const sums = { found: 0, likely: 0, asked: 0, first: 0 };
  for (const [name, distort] of Object.entries(DISTORTIONS) as [string, Distortion][]) {
    let [likely, shown, first] = [0, 0, 0];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const number = 1 + ((pair * 1663) % CASES);
      const { hits, ms } = await ask(distort(inventedCase(number), pair));
      times.push(ms);
      const hit = hits.find(({ case_key }) => case_key === number);
      if (hit) shown += 1;
      if (hit && hit.score.band !== 'possible') likely += 1;
      if (hits[0]?.case_key === number) first += 1;
    }
    sums.asked += PAIRS;
    sums.found += shown;
    sums.likely += likely;
    sums.first += first;
    rows.push({
      name: `pairs missed: ${name}`,
      ratio: 1 - shown / PAIRS,
      budget: 0.1,
      detail: `recall ${share(shown, PAIRS)}, likely ${share(likely, PAIRS)}, best of all ${share(first, PAIRS)}`,
    });
  }
  const wrong = { likely: 0, possible: 0, neighbours: 0 };
  const isLikely = ({ score }: Hit) => score.band !== 'possible';
  for (let at = 0; at < NON_PAIRS; at += 1) {
    // never among the stored ones
    const { hits, ms } = await ask(inventedCase(CASES + 1 + at));
    times.push(ms);
    const likely = hits.filter(isLikely).length;
    wrong.likely += likely;
    wrong.possible += hits.length - likely;
    const number = 1 + ((at * 331) % CASES);
    const near = (await ask(neighbourOf(number))).hits.find(({ case_key }) => case_key === number);
    if (near && isLikely(near)) wrong.neighbours += 1;
  }
  const precision =
    sums.likely / (sums.likely + ((wrong.likely + wrong.neighbours) * sums.asked) / (2 * NON_PAIRS));
  return [
    ...rows,
    {
      name: 'pairs missed, all',
      ratio: 1 - sums.found / sums.asked,
      budget: 0.05,
      detail: `recall ${share(sums.found, sums.asked)}, best of all ${share(sums.first, sums.asked)}, of ${sums.asked}`,
    },
    {
      name: 'likely that are none, a check without pair',
      ratio: wrong.likely / NON_PAIRS,
      budget: 0.2,
      detail: `${wrong.likely} likely and ${wrong.possible} possible in ${NON_PAIRS} checks`,
    },
    {
      name: 'another patient of one reporter taken as likely',
      ratio: wrong.neighbours / NON_PAIRS,
      budget: 0.2,
      detail: `${share(wrong.neighbours, NON_PAIRS)}; precision of likely ${Math.round(precision * 100)} % where half of the checks have a pair`,
    },
    {
      name: 'check, p95 / 300 ms',
      ratio: percentile(times, 0.95) / BUDGET_MS,
      budget: 1,
      detail: `p50 ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, ${times.length} checks among ${CASES} cases`,
    },
  ];
}

const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
