/** Completion inside an expression, which is a JSON text: its quotes are written `\"`. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { AGE_UNITS, EXPRESSION_FUNCTIONS } from './expressionFunctions.ts';
import type { LiteralKind } from './expressionFunctions.ts';
import { codeCompletions, groupCompletions, itemCompletions, nameCompletion } from './nameCompletions.ts';
import type { Completion, Completions, SourceNames } from './completion.types.ts';

/** The start of an open literal, with the text before it. */
const OPEN_LITERAL = /^((?:[^"'\\]|\\"(?:[^"\\])*\\"|'[^'\\]*')*)(\\"|')([^"'\\]*)$/;
const CALL_BEFORE = /(\w+)\(\s*$/;
/** `value("X") == `, `value("X") in ["a", `: the compared item */
const COMPARED = /(\w+)\(\s*(?:\\"|')([^"'\\]+)(?:\\"|')\s*\)\s*(?:[=!]=\s*|in\s*\[(?:[^\]]*,)?\s*)$/;
const WORD = /[A-Za-z]\w*$/;

/**
 * Completions at `offset` of the expression, in its JSON spelling without the enclosing quotes. Ranges are relative
 * to it.
 */
export function expressionCompletions(
  spelled: string,
  offset: number,
  names: SourceNames,
  language: keyof LocalizedText,
): Completions | null {
  const before = spelled.slice(0, offset);
  const literal = OPEN_LITERAL.exec(before);
  if (literal) {
    const [, head = '', , typed = ''] = literal;
    const options = literalOptions(head, names, language);
    const rest = /^[^"'\\]*/.exec(spelled.slice(offset))?.[0] ?? '';
    return options && { from: offset - typed.length, to: offset + rest.length, options };
  }
  const word = WORD.exec(before)?.[0] ?? '';
  return {
    from: offset - word.length,
    to: offset + (/^\w*/.exec(spelled.slice(offset))?.[0].length ?? 0),
    options: EXPRESSION_FUNCTIONS.map(functionCompletion),
  };
}

const functionCompletion = ({
  name,
  signature,
  template,
}: (typeof EXPRESSION_FUNCTIONS)[number]): Completion => ({
  label: name,
  kind: 'function',
  detail: signature.slice(name.length),
  insert: `${name}(${template})`,
});

function literalOptions(
  head: string,
  names: SourceNames,
  language: keyof LocalizedText,
): Completion[] | null {
  const called = CALL_BEFORE.exec(head)?.[1];
  const literal = EXPRESSION_FUNCTIONS.find(({ name }) => name === called)?.literal;
  if (literal) return OF_LITERAL[literal](names, language);
  const [, compared, itemId] = COMPARED.exec(head) ?? [];
  if (itemId === undefined) return null;
  const item = names.catalogue.items[itemId];
  if (compared === 'nullFlavor') return (item?.nullFlavors ?? []).map((flavor) => nameCompletion(flavor));
  return codeCompletions(names, itemId, language);
}

const OF_LITERAL: Record<LiteralKind, (names: SourceNames, language: keyof LocalizedText) => Completion[]> = {
  item: itemCompletions,
  group: groupCompletions,
  dictionary: ({ dictionaries }) => dictionaries.map((name) => nameCompletion(name)),
  unit: () => AGE_UNITS.map((unit) => nameCompletion(unit)),
};
