/** Text filters of columns whose distinct texts are counted. */
import type { RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';
import { containedText } from './filterSql.ts';
import { soleFilter, type ListPlan } from './listPlan.ts';
import type { ColumnFilter } from './listView.ts';

/**
 * Replaces each text filter by a condition on whole texts, which an index finds, and adds the total if the counts of the
 * texts give it. Deleted rows are not counted, so a plan that includes them stays as it is.
 */
export async function withCountedTexts(trx: Trx, plan: ListPlan): Promise<ListPlan> {
  if (plan.deleted !== false) return plan;
  const sole = soleFilter(plan);
  const filters: ColumnFilter[] = [];
  let { total } = plan;
  for (const filter of plan.filters) {
    const found = await findTextRows(trx, filter);
    filters.push(found?.condition ? withCondition(filter, found.condition) : filter);
    if (found && filter === sole) total = found.rows;
  }
  return { ...plan, filters, total };
}

async function findTextRows(trx: Trx, { column: { source }, entries }: ColumnFilter) {
  const text = containedText(entries);
  return text === null || !source?.findTextRows ? null : source.findTextRows(trx, text);
}

function withCondition(filter: ColumnFilter, condition: RawBuilder<boolean>): ColumnFilter {
  const { column } = filter;
  if (!column.source) return filter;
  const { inSearch: _, ...source } = column.source;
  return { ...filter, column: { ...column, source: { ...source, contains: () => condition } } };
}
