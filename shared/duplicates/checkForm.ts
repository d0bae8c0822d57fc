/** The form of the duplicate check: a page of the catalogue composed of items of other pages. */
import type { Catalogue, CatalogueItem, LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import { DUPLICATE_CHECK, isOf, type DuplicateField } from './descriptor.ts';

/** the page of the derived catalogue */
export const CHECK_PAGE = 'DUPLICATE-CHECK';

const formRoles = ({ ask, roles }: DuplicateField): readonly string[] => ask ?? roles;

const attachedOf = ({ unitItem, versionItem, textItem }: CatalogueItem): string[] =>
  [unitItem, versionItem, textItem].filter((itemId) => itemId !== null);

const itemsOf = ({ items, roles }: Catalogue, fields: readonly DuplicateField[]): CatalogueItem[] =>
  fields.flatMap((field) => formRoles(field).flatMap((role) => items[roles[role] ?? ''] ?? []));

/** The date of receipt, which a new case can begin with. */
export const receiptItem = ({ items, roles }: Catalogue): CatalogueItem | undefined =>
  items[roles[DUPLICATE_CHECK.receipt] ?? ''];

/** Ids of all items of the form, with their units and versions. */
export function formItems(catalogue: Catalogue): string[] {
  const report = catalogue.roles[DUPLICATE_CHECK.trial.role];
  const receipt = receiptItem(catalogue)?.itemId;
  const items = itemsOf(catalogue, DUPLICATE_CHECK.fields);
  return [
    ...new Set([
      ...(report ? [report] : []),
      ...(receipt ? [receipt] : []),
      ...items.flatMap((item) => [item.itemId, ...attachedOf(item)]),
    ]),
  ];
}

/**
 * The catalogue with one more page, `CHECK_PAGE`: type of report, the date of receipt where a new case begins with it,
 * the key items of a trial or of other reports, and further criteria. Items keep ids and rows, so the entered content is the content of a case. The items of a
 * repeating group form one list of rows.
 */
export function checkForm(
  catalogue: Catalogue,
  trial: boolean,
  words: Record<'key' | 'more' | 'title', CatalogueItem['label']>,
  withReceipt: boolean,
): Catalogue {
  const report = catalogue.items[catalogue.roles[DUPLICATE_CHECK.trial.role] ?? ''];
  const fieldsOf = (key: boolean) =>
    DUPLICATE_CHECK.fields.filter(
      (field) => isOf(field.key, trial) === key && (field.only === undefined || trial),
    );
  const key = itemsOf(catalogue, fieldsOf(true));
  const more = itemsOf(catalogue, fieldsOf(false)).filter((item) => !key.includes(item));
  const groupsOfKey = new Set(key.flatMap(({ groups }) => groups));
  // items inside rows that are on the form anyway are entered there
  const inKey = more.filter(({ groups }) => groups.some((group) => groupsOfKey.has(group)));
  const receipt = withReceipt ? receiptItem(catalogue) : undefined;
  const first = [...(report ? [report] : []), ...(receipt ? [receipt] : []), ...key, ...inKey];
  const rest = more.filter((item) => !inKey.includes(item));
  const section = (
    name: 'key' | 'more',
    items: readonly CatalogueItem[],
    collapsed: boolean,
  ): LayoutNode => ({
    type: 'section',
    section: name,
    label: words[name],
    help: null,
    collapsed,
    visibleWhen: null,
    content: inGroups(items, 0),
  });
  const visible = new Set([...first, ...rest].flatMap((item) => [item.itemId, ...attachedOf(item)]));
  const layout = [section('key', first, false), section('more', rest, true)];
  return {
    ...catalogue,
    pages: {
      ...catalogue.pages,
      [CHECK_PAGE]: {
        page: CHECK_PAGE,
        label: words.title,
        kind: 'form',
        group: null,
        next: null,
        layout,
      },
    },
    items: mapped(catalogue.items, (item) =>
      visible.has(item.itemId)
        ? {
            ...item,
            page: CHECK_PAGE,
            // no item is mandatory before a case exists
            required: {},
            visibleWhen: null,
            requiredWhen: null,
            readOnlyWhen: null,
            span: Math.max(item.span, 3),
          }
        : item,
    ),
    groups: mapped(catalogue.groups, (group) => ({
      ...group,
      ...(first.concat(rest).some(({ groups }) => groups.includes(group.group)) && {
        page: CHECK_PAGE,
        summary: first
          .concat(rest)
          .flatMap(({ groups, itemId }) => (groups.at(-1) === group.group ? itemId : [])),
        min: 0,
        visibleWhen: null,
      }),
    })),
  };
}

const mapped = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Items in order, those of one group together at the position of the first one. */
function inGroups(items: readonly CatalogueItem[], depth: number): LayoutNode[] {
  const seen = new Set<string>();
  return items.flatMap((item): LayoutNode[] => {
    const group = item.groups[depth];
    if (group === undefined) return [{ type: 'item', itemId: item.itemId }];
    if (seen.has(group)) return [];
    seen.add(group);
    const inside = items.filter(({ groups }) => groups[depth] === group);
    return [{ type: 'group', group, content: inGroups(inside, depth + 1) }];
  });
}
