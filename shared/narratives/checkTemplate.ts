/** Checks a parsed template against the catalogue of cases, as schema files are checked. */
import { closest } from '../../schemas/compile/check/closest.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { itemReaders } from '../blinding/itemReaders.ts';
import { compileExpression, expressionProblems } from '../expressions/compileExpression.ts';
import { readableMessage } from '../expressions/readableMessage.ts';
import { settledGroups } from '../expressions/scope.ts';
import type { ParsedTemplate, ProblemId, TemplateNode, TemplateProblem } from './template.types.ts';

/** Values of these are no text. */
const NOT_WRITABLE = new Set<CatalogueItem['control']>(['attachment', 'rowReference']);

/** The items of cases that a template item of a kind of records is written into. */
export const writtenItems = ({ items }: Catalogue, kind: string, column: string): string[] =>
  Object.values(items).flatMap(({ selection }) =>
    Object.entries(selection?.master === kind ? selection.fills : {}).flatMap(([target, source]) =>
      source === column ? target : [],
    ),
  );

/** The problems of a template whose text is written into `targets`, in the order of its text. */
export function templateProblems(
  catalogue: Catalogue,
  { nodes, problems }: ParsedTemplate,
  targets: readonly string[],
): TemplateProblem[] {
  const found = [...problems];
  const circular = dependentItems(catalogue, targets);
  check(nodes, []);
  return found.toSorted((a, b) => a.offset - b.offset);

  function report(id: ProblemId, offset: number, values: TemplateProblem['values']): void {
    found.push({ id, severity: id === 'blinded' ? 'warning' : 'error', offset, values });
  }

  function check(inside: readonly TemplateNode[], groups: readonly string[]): void {
    for (const node of inside) {
      if (node.kind === 'value') checkValue(node, groups);
      else if (node.kind === 'if') {
        checkCondition(node, groups.at(-1) ?? null);
        check(node.met, groups);
        check(node.unmet, groups);
      } else if (node.kind === 'each') checkRows(node, groups);
    }
  }

  function checkRows(node: Extract<TemplateNode, { kind: 'each' }>, groups: readonly string[]): void {
    const { group, offset, body } = node;
    if (group === '') return;
    if (!Object.hasOwn(catalogue.groups, group))
      return report('unknownGroup', offset, { group, ...suggested(group, Object.keys(catalogue.groups)) });
    checkCondition(node, group);
    check(body, [...groups, group]);
  }

  function checkValue(node: Extract<TemplateNode, { kind: 'value' }>, groups: readonly string[]): void {
    const { itemId, formats, offset } = node;
    const item = Object.hasOwn(catalogue.items, itemId) ? catalogue.items[itemId] : undefined;
    if (!item)
      return report('unknownItem', offset, {
        item: itemId,
        ...suggested(itemId, Object.keys(catalogue.items)),
      });
    if (NOT_WRITABLE.has(item.control)) report('notWritable', offset, { item: itemId });
    if (formats.includes('age') && item.unitItem === null) report('age', offset, { item: itemId });
    const group = item.groups.at(-1);
    const around = groups.flatMap((name) => settledGroups(catalogue, name));
    if (group !== undefined && !formats.includes('list') && !around.includes(group))
      report('repeats', offset, { item: itemId, group });
    readItem(itemId, offset);
  }

  function checkCondition(node: { when: string | null; whenOffset: number }, group: string | null): void {
    const { when, whenOffset } = node;
    if (when === null || when === '') return;
    const invalid = expressionProblems(when, catalogue, group, 'bool');
    for (const problem of invalid) {
      report('condition', whenOffset + problem.start, { message: readableMessage(problem.message) });
    }
    if (invalid.length > 0) return;
    for (const itemId of compileExpression(when, catalogue, group, 'bool').dependencies)
      readItem(itemId, whenOffset);
  }

  function readItem(itemId: string, offset: number): void {
    if (circular.has(itemId)) report('circular', offset, { item: itemId });
    else if (catalogue.items[itemId]?.blinded) report('blinded', offset, { item: itemId });
  }
}

const suggested = (name: string, known: readonly string[]) => ({ suggestion: closest(name, known) ?? '' });

/** The items and all that follow from them. */
function dependentItems(catalogue: Catalogue, itemIds: readonly string[]): ReadonlySet<string> {
  const readers = itemReaders(catalogue);
  const dependent = new Set(itemIds);
  // a set walks over what is added to it meanwhile
  for (const itemId of dependent)
    for (const reader of readers.get(itemId) ?? [])
      if (reader.by === 'computed' || reader.by === 'attached') dependent.add(reader.itemId);
  return dependent;
}
