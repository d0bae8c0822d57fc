/** Answers every list of the product (contract/lists). */
import type { ListAnswer, ListQuery } from '../../shared/contract/lists.ts';
import type { Language } from '../http/language.ts';
import { pageInfo, pagingOf } from '../http/paging.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld, Trx } from '../storage/database.ts';
import type { ReplicaWorld } from '../storage/replica.ts';
import { containedText } from './filterSql.ts';
import { readInList } from './inList.ts';
import type { ListColumn } from './listColumn.types.ts';
import type { ListPlan } from './listPlan.ts';
import { allowListMemory, countRows, keysOf, rowsOf, withCandidates } from './listQuery.ts';
import { listRowsOf, wordingsOf } from './listRows.ts';
import { scopedTo, type ListCaller, type ListReading, type ListSource } from './listSource.ts';
import { listViewOf, type ColumnFilter, type ListView } from './listView.ts';

export type ListDeps = DatabaseWorld & ReplicaWorld & CatalogueWorld & ClockWorld;

/**
 * One page of a list, with the columns, filters and order of the caller, or of the requested view, within the scope of the
 * source. Throws the problems of `scopeTo`, 404 MENU_NOT_FOUND, VIEW_NOT_FOUND, COLUMN_NOT_FOUND (of the order) and 400
 * COLUMN_NOT_SORTABLE.
 */
export function answerList(
  deps: ListDeps,
  caller: ListCaller,
  list: ListSource,
  query: ListQuery,
): Promise<ListAnswer> {
  const paging = pagingOf(query);
  const reading = readingOf(deps, caller);
  return readInList(deps, caller, list, async (trx) => {
    await allowListMemory(trx);
    const source = await scopedTo(trx, list, reading);
    const view = await listViewOf(trx, deps.catalogue, source, caller, query);
    const plan = await withCandidates(
      trx,
      await narrowed(trx, planList(deps, source, reading, view, query), query),
    );
    const total = await countRows(trx, plan);
    const slice = { offset: paging.offset, limit: paging.rowCount };
    const keys = await keysOf(trx, plan, slice, total);
    const columns = [...view.visible, ...hiddenOfRows(view)];
    const found = await rowsOf(trx, plan, columns, keys);
    const words = { columns, wordings: await wordingsOf(trx, columns, reading) };
    return {
      listInfo: await listRowsOf(trx, deps, source, reading, words, found),
      pageInfo: pageInfo(source.menuId, paging, total),
    };
  });
}

/** Columns that the user has hidden, and that actions of the list read of its rows. */
const hiddenOfRows = ({ columns, visible }: ListView): ListColumn[] => {
  const shown = new Set(visible.map(({ columnId }) => columnId));
  return columns.filter(({ columnId, always }) => always && !shown.has(columnId));
};

export const readingOf = (
  { catalogue, clock }: CatalogueWorld & ClockWorld,
  { user, language, appendix, of, kind }: ListCaller,
): ListReading => ({ user, language, appendix, of, kind, catalogue, now: clock.now() });

/** Plans the query of the rows. */
export function planList(
  { catalogue }: CatalogueWorld,
  source: ListSource,
  reading: ListPlan['reading'],
  { filters, order }: Pick<ListView, 'filters' | 'order'>,
  query: Pick<ListQuery, 'keyword' | 'deleted'>,
): ListPlan {
  const { keyword = '', deleted = 'N' } = query;
  const presetFilter = source.presetFilter?.(query, reading) ?? null;
  return {
    source,
    reading,
    filters: presetFilter ? [] : filters.map((filter) => withLabels(filter, reading.language)),
    presetFilter,
    narrowing: null,
    order,
    // each is a condition of its own
    words: [...new Set(fold(keyword).split(' '))].filter(Boolean),
    deleted: deleted === 'ALL' ? null : deleted === 'Y',
    catalogue: catalogue.whole,
    candidates: null,
    total: null,
  };
}

/** A text that a column of codes is filtered by is looked for in their labels, too: the list shows these. */
function withLabels(filter: ColumnFilter, language: Language): ColumnFilter {
  const { column, entries } = filter;
  const text = containedText(entries);
  if (!column.codes || text === null) return filter;
  const filterType = 'LIKE_CHECK';
  const named = column.codes.filter(({ label }) => fold(label[language]).includes(text));
  return {
    ...filter,
    entries: [
      { filterType, valueCode: '', valueCode2: text },
      ...named.map(({ code }) => ({ filterType, valueCode: code }) as const),
    ],
  };
}

/** Adds the condition that the source makes of its own parameters. Throws what that throws. */
export async function narrowed(
  trx: Trx,
  plan: ListPlan,
  query: Readonly<Record<string, unknown>>,
): Promise<ListPlan> {
  const narrowing = await plan.source.narrow?.(trx, query, plan.reading);
  return narrowing ? { ...plan, narrowing } : plan;
}
