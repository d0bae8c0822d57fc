/** A compiled page for review: its structure, and the essentials of each item, one line each. */
import type { Catalogue, CatalogueItem, LayoutNode } from './catalogue.types.ts';

/** JSON text of the page in English; absent properties are omitted. */
export function pageForReview(catalogue: Catalogue, page: string): string {
  const found = catalogue.pages[page];
  if (!found) throw new Error(`no page ${page}`);
  const { label, kind, group, next, layout } = found;
  const head = { page, label: label.en, kind, ...(group && rowOf(catalogue, group)), next };
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${oneLine(value)},`);
  return `{\n${lines.join('\n')}\n  "layout": ${block(catalogue, layout, '  ')}\n}\n`;
}

function block(catalogue: Catalogue, layout: LayoutNode[], indent: string): string {
  const inner = `${indent}  `;
  const lines = layout.map((node) => {
    if (node.type === 'item') return `${inner}${oneLine(essentials(catalogue, node.itemId))}`;
    const head =
      node.type === 'section'
        ? { section: node.section, label: node.label.en }
        : rowOf(catalogue, node.group);
    return `${inner}${oneLine(head).slice(0, -2)}, "content": ${block(catalogue, node.content, inner)} }`;
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
}

function rowOf({ groups }: Catalogue, group: string) {
  const { label, role, rowsOf, min, max, summary } = groups[group] ?? {};
  return filled({ group, label: label?.en, role, rowsOf, min, max, summary });
}

function essentials(catalogue: Catalogue, itemId: string): Record<string, unknown> {
  const item = catalogue.items[itemId];
  if (!item) throw new Error(`no item ${itemId}`);
  const attached = (other: string | null) => (other === null ? null : essentials(catalogue, other));
  const { label, control, span, role, appendix, maxLength, codeList, dictionary, nullFlavors, onHide } = item;
  return filled({
    item: itemId,
    label: label.en,
    control,
    span,
    role,
    appendix,
    maxLength,
    codeList,
    dictionary,
    nullFlavors,
    number: item.number,
    precision: item.precision && `${item.precision.min}..${item.precision.max}`,
    futureAllowed: item.control === 'date' ? item.futureAllowed || 'no' : null,
    required: conformances(item),
    flags: ['notation', 'privacy', 'blinded'].filter((flag) => item[flag as keyof CatalogueItem] === true),
    onHide: onHide === 'keep' ? null : onHide,
    visibleWhen: item.visibleWhen,
    requiredWhen: item.requiredWhen,
    readOnlyWhen: item.readOnlyWhen,
    computed: item.computed,
    boxes: item.boxes,
    unit: attached(item.unitItem),
    version: attached(item.versionItem),
    text: attached(item.textItem),
  });
}

const conformances = ({ required }: CatalogueItem): string =>
  Object.entries(required)
    .map(([authority, conformance]) => `${authority} ${conformance}`)
    .join(', ');

const isNothing = (value: unknown): boolean =>
  [null, undefined, '', 0, true].includes(value as null) || (Array.isArray(value) && value.length === 0);

const filled = (all: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => !isNothing(value)));

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${oneLine(part)}`)
    .join(', ')} }`;
}
