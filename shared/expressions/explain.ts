/** Explains the result of an expression: its conditions, their results, and the values they read. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { evaluate, parseExpression } from './parseExpression.ts';
import { rowScope, rowsInScope } from './scope.ts';
import type { Scope } from './scope.ts';
import { spend, withinSteps } from './steps.ts';
import { wordingOf, type Wording } from './wording.ts';

/** An item that was read, and its value. */
export interface Input {
  address: ItemAddress;
  said: ItemValue | undefined;
}

/** How an expression gets its result: from its parts, row by row, or by a test of its own. */
export type Explanation = {
  source: string;
  /** null: its result is not a boolean */
  holds: boolean | null;
} & (
  | { by: 'all' | 'any' | 'not' | 'if'; parts: readonly Explanation[] }
  | { by: 'anyRow' | 'everyRow'; group: string; count: number; rows: readonly ExplainedRow[] }
  // a fact that no expression reads, in words, with its values
  | { by: 'fact'; label: LocalizedText; values: readonly string[] }
  | {
      by: 'test';
      /** null: only its source says it */
      words: Wording | null;
      inputs: readonly Input[];
      rows: readonly CountedRows[];
    }
);

interface ExplainedRow {
  path: RowPath;
  why: Explanation;
}

/** The rows of a group that a test examined, and their number. */
interface CountedRows {
  group: string;
  count: number;
}

/** An explained part takes as long as this many evaluated nodes. */
const STEPS_PER_PART = 20;
/** Maximum rows shown per row function; deciding rows come first. */
const MAX_ROWS = 10;

/** Explains an expression; the scope sets a row of its group. Throws `StepLimitExceeded`. */
export const explain = (source: string, scope: Scope): Explanation =>
  withinSteps(source, () => explained(parseExpression(source).ast, source, scope));

function explained(node: ASTNode, whole: string, scope: Scope): Explanation {
  spend(STEPS_PER_PART);
  const source = textOf(node, whole);
  switch (node.op) {
    case '&&':
    case '||': {
      const parts = flat(node, node.op).map((part) => explained(part, whole, scope));
      const holds = node.op === '&&' ? parts.every((part) => part.holds) : parts.some((part) => part.holds);
      return { source, holds, by: node.op === '&&' ? 'all' : 'any', parts };
    }
    case '!_': {
      const part = explained(node.args as ASTNode, whole, scope);
      return { source, holds: !part.holds, by: 'not', parts: [part] };
    }
    case '?:': {
      const [test, yes, no] = node.args as [ASTNode, ASTNode, ASTNode];
      const condition = explained(test, whole, scope);
      const chosen = explained(condition.holds ? yes : no, whole, scope);
      return { source, holds: chosen.holds, by: 'if', parts: [condition, chosen] };
    }
    case 'call': {
      const [name, args] = node.args as [string, ASTNode[]];
      const [named, condition] = args;
      if ((name === 'anyRow' || name === 'everyRow') && condition) {
        const { count, rows, decided } = walked(name, String(named?.args), condition, whole, scope);
        return {
          source,
          holds: decided === (name === 'anyRow'),
          by: name,
          group: String(named?.args),
          count,
          rows,
        };
      }
      return tested(node, source, scope);
    }
    default:
      return tested(node, source, scope);
  }
}

/** `a && b && c` has three parts on one level. */
const flat = (node: ASTNode, op: string): ASTNode[] =>
  node.op === op ? (node.args as ASTNode[]).flatMap((part) => flat(part, op)) : [node];

/** The deciding rows, otherwise the first of all; `decided`: whether there are any. */
function walked(by: 'anyRow' | 'everyRow', group: string, condition: ASTNode, whole: string, scope: Scope) {
  const all = rowsInScope(scope, group);
  const explainRow = (path: RowPath): ExplainedRow => ({
    path,
    why: explained(condition, whole, rowScope(scope, group, path)),
  });
  const deciding: ExplainedRow[] = [];
  for (const path of all) {
    if (deciding.length === MAX_ROWS) break;
    const row = explainRow(path);
    if (row.why.holds === (by === 'anyRow')) deciding.push(row);
  }
  const decided = deciding.length > 0;
  return { count: all.length, decided, rows: decided ? deciding : all.slice(0, MAX_ROWS).map(explainRow) };
}

/** A condition without parts, run while its readings are recorded. */
function tested(node: ASTNode, source: string, scope: Scope): Explanation {
  const inputs = new Map<string, Input>();
  const rows = new Map<string, CountedRows>();
  const { reader } = scope;
  const noted: Scope = {
    ...scope,
    reader: {
      item(itemId, path) {
        const said = reader.item(itemId, path);
        const address = addressAt(itemId, path);
        inputs.set(addressKey(address), { address, said });
        return said;
      },
      rows(group, parent) {
        const found = reader.rows(group, parent);
        rows.set(group, { group, count: found.length });
        return found;
      },
    },
  };
  const answer = evaluate(parseExpression(source), noted, source);
  const holds = typeof answer === 'boolean' ? answer : null;
  return {
    source,
    holds,
    by: 'test',
    words: wordingOf(node),
    inputs: [...inputs.values()],
    rows: [...rows.values()],
  };
}

/** The source of a node. Its range omits parentheses around its first and last part: they are restored. */
function textOf({ start, end }: ASTNode, source: string): string {
  const text = source.slice(start, end).trim();
  const bare = text.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  let [open, missing] = [0, 0];
  for (const character of bare) {
    if (character === '(') open += 1;
    else if (character === ')' && open > 0) open -= 1;
    else if (character === ')') missing += 1;
  }
  return `${'('.repeat(missing)}${text}${')'.repeat(open)}`;
}

/** All readings of an explanation, each address once. */
export function inputsOf(why: Explanation): Input[] {
  const all = new Map<string, Input>();
  const visit = (part: Explanation): void => {
    if (part.by === 'test') for (const input of part.inputs) all.set(addressKey(input.address), input);
    else if ('parts' in part) part.parts.forEach(visit);
    else if (part.by !== 'fact') for (const row of part.rows) visit(row.why);
  };
  visit(why);
  return [...all.values()];
}

/** The codes that the sentences of an explanation mention, with their items. */
export function codesInWords(why: Explanation): { itemId: string; value: string }[] {
  if (why.by === 'fact') return [];
  if (why.by === 'test') {
    const { words } = why;
    if (!words || !('literals' in words) || words.subject.reading !== 'value') return [];
    return words.literals.map((value) => ({ itemId: words.subject.id, value }));
  }
  return 'parts' in why ? why.parts.flatMap(codesInWords) : why.rows.flatMap((row) => codesInWords(row.why));
}

/** Without the items that were read, or without those that `isHidden`. */
export function withoutReadings(
  why: Explanation,
  isHidden: (itemId: string) => boolean = () => true,
): Explanation {
  switch (why.by) {
    case 'fact':
      return why;
    case 'test':
      return { ...why, inputs: why.inputs.filter(({ address }) => !isHidden(address.itemId)) };
    case 'anyRow':
    case 'everyRow':
      return { ...why, rows: why.rows.map((row) => ({ ...row, why: withoutReadings(row.why, isHidden) })) };
    default:
      return { ...why, parts: why.parts.map((part) => withoutReadings(part, isHidden)) };
  }
}
