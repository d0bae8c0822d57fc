/** Edits of a page in the shape of their JSON Schema, and back from its errors to the edits. */
import type { ChangeSet, ItemChange, RowChange } from './changeSet.ts';

/** The shape of `toEditsSchema`. */
export interface EditsData {
  items: Partial<Record<string, ItemChange[]>>;
  rows: Partial<Record<string, RowChange[]>>;
}

/** By item and by group, in their order. */
export const editsData = ({ items, rows }: ChangeSet): EditsData => ({
  items: Object.groupBy(items, ({ itemId }) => itemId),
  rows: Object.groupBy(rows, ({ group }) => group),
});

/** An error of ajv, on either end. */
export interface EditsError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The edits that the errors are about: of an unknown item or group all of them. */
export function misfits(data: EditsData, errors: readonly EditsError[]): ChangeSet {
  const items = new Set<ItemChange>();
  const rows = new Set<RowChange>();
  for (const { instancePath, keyword, params } of errors) {
    const [part, named, index] = instancePath.split('/').slice(1).map(unescaped);
    const name = named ?? (keyword === 'additionalProperties' ? String(params['additionalProperty']) : '');
    const found = <T>(list: readonly T[] | undefined): readonly T[] =>
      index === undefined ? (list ?? []) : (list ?? []).slice(Number(index), Number(index) + 1);
    if (part === 'items') found(data.items[name]).forEach((item) => items.add(item));
    if (part === 'rows') found(data.rows[name]).forEach((row) => rows.add(row));
  }
  return { items: [...items], rows: [...rows] };
}
