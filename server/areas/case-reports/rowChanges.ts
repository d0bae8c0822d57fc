/** When each row of a case was changed last, for reports that print the latest data first. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { ReportOptions } from '../../../shared/reports/report.types.ts';
import type { ItemChange } from './caseReports.store.ts';

const keyOf = (group: string, rows: RowPath): string => `${group}|${rows.join('|')}`;

/** The number of the last save that changed a row, or a row inside it. */
export function rowChangesOf(
  { items }: Catalogue,
  changes: readonly ItemChange[],
): NonNullable<ReportOptions['changedAt']> {
  const last = new Map<string, number>();
  for (const change of changes)
    for (const [depth, group] of (items[change.itemId]?.groups ?? []).entries()) {
      const key = keyOf(group, rowPathOf(change, depth + 1));
      last.set(key, Math.max(last.get(key) ?? 0, change.saveNo));
    }
  return (group, rows) => last.get(keyOf(group, rows)) ?? 0;
}
