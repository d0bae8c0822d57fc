/** Answers any list of the product: one query, one answer (contract/lists). */
import type { ListAnswer, ListQuery } from '../../shared/contract/lists.ts';
import { pageInfo, pagingOf } from '../http/paging.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { inList } from './inList.ts';
import { allowListMemory, countRows, keysOf, rowsOf, withFew, type Wanted } from './listQuery.ts';
import { listRowsOf, wordingsOf } from './listRows.ts';
import { bound, type ListCaller, type ListReading, type ListSource } from './listSource.ts';
import { listViewOf, type ListView } from './listView.ts';

export type ListDeps = DatabaseWorld & CatalogueWorld & ClockWorld;

/**
 * One page of a list, with the columns, filters and order the caller has set, or those of the view asked for. Scope is what
 * the source says always holds. Throws what binding the list throws, 404 MENU_NOT_FOUND, VIEW_NOT_FOUND, COLUMN_NOT_FOUND
 * (an order by a column there is not) and 400 COLUMN_NOT_SORTABLE.
 */
export function answerList(
  deps: ListDeps,
  caller: ListCaller,
  asked: ListSource,
  query: ListQuery,
): Promise<ListAnswer> {
  const paging = pagingOf(query);
  const reading = readingOf(deps, caller);
  return inList(deps, caller, asked, async (trx) => {
    await allowListMemory(trx);
    const source = await bound(trx, asked, reading);
    const view = await listViewOf(trx, deps.catalogue, source, caller, query);
    const wanted = await withFew(trx, wantedOf(deps, source, reading, view, query));
    const total = await countRows(trx, wanted);
    const slice = { offset: paging.offset, limit: paging.rowCount };
    const keys = await keysOf(trx, wanted, slice, total);
    const found = await rowsOf(trx, wanted, view.visible, keys);
    const words = { columns: view.visible, wordings: await wordingsOf(trx, view.visible, reading) };
    return {
      listInfo: await listRowsOf(trx, deps, source, reading, words, found),
      pageInfo: pageInfo(source.menuId, paging, total),
    };
  });
}

export const readingOf = (
  { catalogue, clock }: CatalogueWorld & ClockWorld,
  { user, language, appendix, of }: ListCaller,
): ListReading => ({ user, language, appendix, of, catalogue, now: clock.now() });

/** What is asked of the rows. */
export function wantedOf(
  { catalogue }: CatalogueWorld,
  source: ListSource,
  reading: Wanted['reading'],
  { filters, order }: Pick<ListView, 'filters' | 'order'>,
  query: Pick<ListQuery, 'keyword' | 'deleted'>,
): Wanted {
  const { keyword = '', deleted = 'N' } = query;
  const narrowed = source.narrowed?.(query, reading) ?? null;
  return {
    source,
    reading,
    filters: narrowed ? [] : filters,
    narrowed,
    order,
    words: fold(keyword).split(' ').filter(Boolean),
    deleted: deleted === 'ALL' ? null : deleted === 'Y',
    catalogue: catalogue.whole,
    few: null,
    total: null,
  };
}
