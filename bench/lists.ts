/** The case list of a sponsor with a million cases: any filter, any order, exact totals, the first page and the last. */
import { sql } from 'kysely';
import type { Scope } from '../shared/access/scope.ts';
import type { ListQuery } from '../shared/contract/lists.ts';
import { caseList } from '../server/areas/cases/caseList.ts';
import { listValues, keepListItem } from '../server/lists/listValues.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { rollUpCounts } from '../server/projections/caseCounts.store.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import { answerList } from '../server/lists/answerList.ts';
import type { ListCaller } from '../server/lists/listSource.ts';
import { deleteFilters, putFilter } from '../server/lists/userLists.store.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { inSponsor } from '../server/storage/database.ts';
import type { FilterEntry } from '../server/storage/tables.ts';
import { editorToken, onBenchServer, vacuum } from './benchServer.ts';
import { p99Within, type Measured } from './measure.ts';

const SPONSOR = 1;
const CASES = 1_000_000;
const QUICK_CASES = 50_000;
/** different ones among them */
const STORIES = 400;
/** a page with its total, 99 of 100 times */
const BUDGET_MS = 100;
const ROUNDS = { warmUps: 3, rounds: 40 };

interface Mix {
  name: string;
  filters?: Record<string, Omit<FilterEntry, 'filterType'>[]>;
  query?: ListQuery;
  /** instead of `query.pageNo` */
  page?: 'last' | 'middle';
  /** the row scope of the reader */
  scope?: Partial<Scope>;
}

const MIXES: readonly Mix[] = [
  { name: 'newest first' },
  { name: 'newest first, last page', page: 'last' },
  { name: 'newest first, of one sender', scope: { senderKeys: [2] } },
  { name: 'newest first, of one product', scope: { productKeys: [1] } },
  { name: 'newest first, of one study', scope: { studyKeys: [1] } },
  {
    name: 'by product, page in the middle',
    query: { sort: 'productName', direction: 'desc' },
    page: 'middle',
  },
  { name: 'by due date', query: { sort: 'dueDate', direction: 'asc' } },
  { name: 'two countries', filters: { country: [{ valueCode: 'KR' }, { valueCode: 'DE' }] } },
  {
    name: 'serious, country, report type; by date received',
    filters: {
      serious: [{ valueCode: 'true' }],
      country: [{ valueCode: 'KR' }],
      reportType: [{ valueCode: '1' }],
    },
    query: { sort: 'firstReceived', direction: 'desc' },
  },
  { name: 'due within a week', filters: { daysLeft: [{ valueCode: '0', valueCode2: '7' }] } },
  {
    name: 'changed in a month, by number',
    filters: { updatedAt: [{ valueCode: '202601', valueCode2: '202601' }] },
    query: { sort: 'caseNo', direction: 'asc' },
  },
  { name: 'reaction holds a text', filters: { aeTerm: [{ valueCode: 'rash' }] } },
  {
    name: 'reaction holds a text, serious',
    filters: { aeTerm: [{ valueCode: 'rash' }], serious: [{ valueCode: 'true' }] },
  },
  { name: 'number holds a text', filters: { caseNo: [{ valueCode: '0012345' }] } },
  { name: 'two words of a keyword', query: { keyword: 'velanorix headache' } },
  { name: 'reviewed or locked', filters: { status: [{ valueCode: 'reviewed' }, { valueCode: 'locked' }] } },
  { name: 'owed to an authority', filters: { receivers: [{ valueCode: 'FDA' }] } },
  {
    name: 'warned of one of two kinds',
    filters: { warnings: [{ valueCode: 'overdue' }, { valueCode: 'uncoded' }] },
  },
];

interface World {
  deps: Deps;
  caller: ListCaller;
}

/**
 * The ratio is the 99th percentile to 100 ms. `--quick` and BENCH_CASES make fewer cases; BENCH_LISTS_DIR keeps the
 * database, which takes minutes to fill, and uses it again.
 */
export async function benchLists({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer(
    { dataDir: process.env['BENCH_LISTS_DIR'], demo: true },
    async ({ deps, url, ownerUrl }) => {
      const count = Number(process.env['BENCH_CASES'] ?? (quick ? QUICK_CASES : CASES));
      await inSponsor(deps.db, SPONSOR, (trx) => keepListItem(trx, SPONSOR, itemOf(deps)));
      await backfillProjections({ ...deps, projections: [listValues] });
      if ((await casesIn(deps)) < count)
        await seedManyCases(deps, { count, extent: 'listed', stories: STORIES });
      await rollUpCounts(deps);
      await vacuum(
        ownerUrl,
        'pv_case',
        'case_count',
        'case_text_count',
        'case_obligation',
        'case_item_value',
      );
      const caller = await callerAt(deps, url);
      const results: Measured[] = [];
      const item = { [itemOf(deps)]: [{ valueCode: '1' }] };
      for (const mix of [...MIXES, { name: 'an item of the cases', filters: item }])
        results.push(await measure({ deps, caller }, mix));
      return results;
    },
  );
}

/** An item of each reaction, used as a filter. */
const itemOf = ({ catalogue: { whole } }: Deps): string => whole.roles['reactionOutcome'] ?? '';

const casesIn = (deps: Deps): Promise<number> =>
  inSponsor(deps.db, SPONSOR, async (trx) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pv_case`.execute(trx);
    return rows[0]?.count ?? 0;
  });

async function callerAt(deps: Deps, url: string): Promise<ListCaller> {
  const user = await findSessionUser(deps.db, await editorToken(url), null, deps.clock.now());
  return { user, language: 'en', appendix: 'US' };
}

async function measure({ deps, caller }: World, mix: Mix): Promise<Measured> {
  const list = { sponsorKey: SPONSOR, userKey: caller.user.userKey, menuId: caseList.menuId };
  await inSponsor(deps.db, SPONSOR, async (trx) => {
    await deleteFilters(trx, list);
    for (const [columnId, entries] of Object.entries(mix.filters ?? {})) {
      const { lists, whole } = deps.catalogue;
      const own = lists[caseList.menuId]?.columns.find(({ column }) => column === columnId);
      const filterType = (own ?? whole.items[columnId]?.list)?.filterType as FilterEntry['filterType'];
      await putFilter(
        trx,
        list,
        columnId,
        entries.map((entry) => ({ filterType, ...entry })),
      );
    }
  });
  const reader = { ...caller, user: { ...caller.user, ...mix.scope } };
  const read = (query: ListQuery) => answerList(deps, reader, caseList, { ...mix.query, ...query });
  const { totalPage, totalCount } = (await read({})).pageInfo;
  const pageNo = mix.page === 'last' ? totalPage : mix.page === 'middle' ? Math.ceil(totalPage / 2) : 1;
  return p99Within({ ...ROUNDS, name: mix.name, budgetMs: BUDGET_MS, found: `${totalCount} cases` }, () =>
    read({ pageNo }),
  );
}
