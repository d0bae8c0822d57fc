/** The plan of a list: what its query selects and in which order, and what is known of the answer before it runs. */
import type { RawBuilder } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ListReading, ListSource } from './listSource.ts';
import type { ColumnFilter, ListView } from './listView.ts';

export interface ListPlan {
  source: ListSource;
  reading: ListReading;
  filters: readonly ColumnFilter[];
  /** replaces the filters; null: the call has none */
  presetFilter: RawBuilder<boolean> | null;
  /** beside the filters; null: the call has none */
  narrowing: RawBuilder<boolean> | null;
  order: ListView['order'];
  /** folded; a row contains all of them */
  words: readonly string[];
  /** null: both */
  deleted: boolean | null;
  /** contains the items of filters: the full catalogue */
  catalogue: Catalogue;
  /** rows that an index has found already; null: it was not used, or found many */
  candidates: RawBuilder<boolean> | null;
  /** the number of all rows that pass, if it is known before they are counted */
  total: number | null;
}

/** Whether only filters of columns restrict the rows, and deleted ones are excluded. */
export const isPlain = ({ presetFilter, narrowing, words, deleted }: ListPlan): boolean =>
  !presetFilter && !narrowing && words.length === 0 && deleted === false;

/**
 * The filter of a plan that restricts the rows by one filter only, for a reader who sees all of them: the count of the
 * values that pass it is the total. Null for any other plan.
 */
export function soleFilter(plan: ListPlan): ColumnFilter | null {
  const [only, another] = plan.filters;
  if (!only || another || !isPlain(plan)) return null;
  return plan.source.fastPaths?.itemCounts?.(plan.reading) ? only : null;
}
