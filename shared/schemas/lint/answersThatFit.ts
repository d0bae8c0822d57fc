/** Finds values that expressions of an item write, and that the item cannot hold: it would be filled with a finding. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Catalogue, CatalogueItem, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { itemsOf, type Declaration, type Declarations } from '../../../schemas/compile/check/declarations.ts';
import { findingAt, property } from '../../../schemas/compile/check/sourceDocument.ts';
import type { SourceLocation } from '../../../schemas/compile/check/sourceDocument.ts';
import type { InitialValue, SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { EMPTY_VALUE } from '../../case/itemValue.ts';
import { answerText } from '../../derived/derivations.ts';
import { parseExpression } from '../../expressions/parseExpression.ts';
import { valueFindings } from '../../rules/valueFindings.ts';

/** What the system writes looks like this. */
const SAMPLES = {
  creationTime: '20240229153045+0900',
  reportNumber: 'KR-SPONSOR-000001',
  dictionaryVersion: '27.0',
  language: 'eng',
} as const;

/** After every sample: that a date lies ahead is nothing that its author could know. */
const NOW = new Date('9999-12-31');

/** Of `computed` and `initial`, as far as the answers are written in the expression. */
export function answersThatFit(
  { items }: Catalogue,
  declarations: Declarations,
  codeLists: Record<string, CodeList>,
): SourceFinding[] {
  return itemsOf(declarations).flatMap((declaration) => {
    const item = items[declaration.name];
    if (!item) return [];
    return [
      ...(item.computed === null
        ? []
        : writtenAnswers(declaration, item, 'computed', item.computed, codeLists)),
      ...(item.initial === undefined ? [] : initialAnswers(declaration, item, item.initial, codeLists)),
    ];
  });
}

function initialAnswers(
  declaration: Declaration,
  item: CatalogueItem,
  initial: InitialValue,
  codeLists: Record<string, CodeList>,
): SourceFinding[] {
  if (typeof initial === 'string') return writtenAnswers(declaration, item, 'initial', initial, codeLists);
  const sample = 'languageOf' in initial ? SAMPLES.language : SAMPLES[initial.system];
  const what = 'languageOf' in initial ? 'languageOf' : initial.system;
  return unfit(item, sample, codeLists)
    ? [finding(declaration, 'initial', `${what}, such as ${sample}`)]
    : [];
}

const writtenAnswers = (
  declaration: Declaration,
  item: CatalogueItem,
  key: string,
  source: string,
  codeLists: Record<string, CodeList>,
): SourceFinding[] =>
  [...new Set(literalAnswers(parseExpression(source).ast))]
    .filter((answer) => answer !== '' && unfit(item, answer, codeLists))
    .map((answer) => finding(declaration, key, JSON.stringify(answer)));

/** Answers that are written in the expression, in any branch of it. */
function literalAnswers(node: ASTNode): string[] {
  if (node.op === '?:') return node.args.slice(1).flatMap(literalAnswers);
  const { op, args } = node;
  const isWritten = op === 'value' && ['string', 'number', 'bigint', 'boolean'].includes(typeof args);
  return isWritten ? [answerText(args as string | number | bigint | boolean)] : [];
}

const unfit = (item: CatalogueItem, value: string, codeLists: Record<string, CodeList>): boolean =>
  valueFindings(item, { ...EMPTY_VALUE, value }, { codeLists, now: NOW }).some(
    ({ severity }) => severity === 'error',
  );

function finding({ name, node, document }: Declaration, key: string, what: string): SourceFinding {
  const location: SourceLocation = property(node, key) ?? node;
  const message = `${name}: "${key}" writes ${what}, which the item cannot hold`;
  return findingAt(document, location, { rule: 'answer-does-not-fit', severity: 'warning', message });
}
