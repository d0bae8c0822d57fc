/** Items filled by a master selection are in the same rows, can be edited, and name a column of the master. */
import { MASTER_COLUMNS } from '../selections.ts';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { itemsOf, type Declaration, type Declarations } from './declarations.ts';
import { findingAt, members, property, textAt } from './sourceDocument.ts';

const COLUMNS: Readonly<Record<string, readonly string[]>> = MASTER_COLUMNS;

export function selectionRules(declarations: Declarations): SourceFinding[] {
  const items = new Map(itemsOf(declarations).map((item) => [item.name, item]));
  return [...items.values()].flatMap((item) => filled(item, items));
}

function filled(
  { name, node, document, page, groups }: Declaration,
  items: ReadonlyMap<string, Declaration>,
): SourceFinding[] {
  const selection = property(node, 'selection');
  const columns = COLUMNS[textAt(selection, 'master') ?? ''];
  if (!selection || !columns) return [];
  const rows = JSON.stringify([page, groups]);
  return members(property(selection, 'fills')).flatMap(({ key, value }) => {
    const target = String(key.value);
    const item = items.get(target);
    const column = String(value?.value);
    const at = (location: typeof key, rule: string, message: string, suggestion?: string) =>
      findingAt(document, location, { rule, message: `${name}: "fills" names ${message}`, suggestion });
    return [
      ...(item
        ? []
        : [at(key, 'unknown-item', `${target}, which is not an item`, closest(target, items.keys()))]),
      ...(item && JSON.stringify([item.page, item.groups]) !== rows
        ? [at(key, 'unfillable-item', `${target}, which is in other rows`)]
        : []),
      ...(item && (property(item.node, 'computed') ?? property(item.node, 'readOnlyWhen'))
        ? [at(key, 'unfillable-item', `${target}, which is not always editable`)]
        : []),
      ...(value && !columns.includes(column)
        ? [
            at(
              value,
              'unknown-column',
              `${column}, which is not a column of this master`,
              closest(column, columns),
            ),
          ]
        : []),
    ];
  });
}
