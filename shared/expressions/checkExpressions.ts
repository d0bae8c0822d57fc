/** What is wrong with the expressions of pages, appendices and rule files, in the analyst's words, with the place. */
import { getNodeValue, parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { elements, property, textAt } from '../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { expressionProblems } from './compileExpression.ts';
import { groupOfRule } from './compileRule.ts';
import type { RuleSource } from './rules.types.ts';

const CONDITIONS = ['visibleWhen', 'requiredWhen', 'readOnlyWhen'];

/** An expression in a file, with the group in whose rows it is asked. */
interface Found {
  node: Node;
  group: string | null;
}

/**
 * Checks every expression against the catalogue compiled from the same sources (they have no other errors then):
 * syntax, types, unknown items and groups, items without a settled row.
 */
export const checkExpressions = (catalogue: Catalogue, sources: SourceText[]): SourceFinding[] =>
  sources.flatMap((source) => {
    const root = parseTree(source.text);
    if (!root) return [];
    if (source.file.startsWith('rules/')) {
      return [
        ...elements(property(root, 'profiles')).flatMap((profile) => at(profile, ['when'], null)),
        ...elements(property(root, 'rules')).flatMap((rule) => inRule(catalogue, rule)),
      ].flatMap((found) => findings(catalogue, source, found));
    }
    if (!/^(pages|appendices)\//.test(source.file)) return [];
    return inContent(catalogue, root, null).flatMap((found) => findings(catalogue, source, found));
  });

const at = (node: Node, keys: string[], group: string | null): Found[] =>
  keys.flatMap((key) => {
    const expression = property(node, key);
    return expression?.type === 'string' ? [{ node: expression, group }] : [];
  });

function inRule(catalogue: Catalogue, node: Node): Found[] {
  const rule = getNodeValue(node) as RuleSource;
  const item = catalogue.items[rule.items[0] ?? ''];
  return item ? at(node, ['when', 'check'], groupOfRule(rule.scope, item)) : [];
}

/** Conditions of a node and of what stands in it; `around` is the group it stands in. */
function inContent(catalogue: Catalogue, node: Node, around: string | null): Found[] {
  const itemId = textAt(node, 'itemId');
  const group = textAt(node, 'group') ?? textAt(property(node, 'rows'), 'group');
  const stands =
    itemId !== undefined
      ? catalogue.items[itemId]?.groups.at(-1)
      : group !== undefined
        ? catalogue.groups[group]?.groups.at(-2)
        : around;
  const inside = ['content', 'items', 'groups'].flatMap((key) => elements(property(node, key)));
  return [
    ...at(node, CONDITIONS, stands ?? null),
    ...inside.flatMap((child) => inContent(catalogue, child, group ?? around)),
  ];
}

function findings(catalogue: Catalogue, { file, text }: SourceText, { node, group }: Found): SourceFinding[] {
  const expression = String(node.value);
  return expressionProblems(expression, catalogue, group, 'bool').map(({ message, start }) => {
    const before = text.slice(0, offsetInJson(text, node.offset, start));
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n');
    return {
      file,
      line,
      column,
      severity: 'error',
      rule: 'expression',
      message: `${message}, in: ${expression}`,
    };
  });
}

/** Where the character of a text stands in its JSON string, which spells some of them with more signs. */
function offsetInJson(json: string, string: number, character: number): number {
  const spelled = /\\u[\da-fA-F]{4}|\\.|[^\\]/gy;
  spelled.lastIndex = string + 1;
  for (let passed = 0; passed < character && spelled.test(json); passed += 1);
  return spelled.lastIndex;
}
