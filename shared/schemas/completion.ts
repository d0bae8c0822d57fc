/** Completion for schema files: keys, values, names of the sources, and CEL inside expressions. */
import { findNodeAtLocation } from 'jsonc-parser';
import type { JSONPath, Location, Node } from 'jsonc-parser';
import type { SourceText, LocalizedText } from '../../schemas/compile/sources.types.ts';
import { expressionCompletions } from './expressionCompletion.ts';
import { descriptionOf, schemasAt } from './metaSchema.ts';
import { parseAround } from '../../schemas/compile/check/parseSource.ts';
import type { Schema } from '../../schemas/compile/check/shapes.ts';
import { namesAtKey, namesAtValue } from './referencedNames.ts';
import type { Completion, Completions, SourceNames } from './completion.types.ts';

const EXPRESSIONS = new Set([
  'visibleWhen',
  'requiredWhen',
  'readOnlyWhen',
  'computed',
  'calculated',
  'initial',
  'when',
  'check',
]);
const LOCALIZED_TEXT = '{ "en": "|", "ko": "", "ja": "", "zh": "" }';

/**
 * The completions at `offset`, with the range they replace; null if there are none. `names` are those of the last
 * valid sources. Pure.
 */
export function completionsAt(
  { file, text }: SourceText,
  offset: number,
  names: SourceNames,
  language: keyof LocalizedText,
): Completions | null {
  const around = parseAround(text, offset);
  if (!around) return null;
  const context: CursorContext = { file, text, offset, ...around, names, language };
  const { location } = around;
  if (location.isAtPropertyKey) return keysAt(context);
  const literal = location.previousNode;
  const key = location.path.findLast((segment) => typeof segment === 'string') as string | undefined;
  if (literal?.type === 'string' && EXPRESSIONS.has(key ?? '') && location.path.at(-1) === key)
    return insideExpression(context, literal);
  return valuesAt(context);
}

interface CursorContext {
  file: string;
  text: string;
  offset: number;
  location: Location;
  root: Node | undefined;
  names: SourceNames;
  language: keyof LocalizedText;
}

function insideExpression(
  { text, offset, names, language }: CursorContext,
  literal: Node,
): Completions | null {
  const start = literal.offset + 1;
  const spelled = text.slice(start, endInside(text, literal, offset));
  const found = expressionCompletions(spelled, offset - start, names, language);
  return found && { ...found, from: found.from + start, to: found.to + start };
}

/** End of the content of a text literal: before its closing quote, or after the word at the cursor if there is none. */
function endInside(text: string, literal: Node, cursor: number): number {
  const end = literal.offset + literal.length;
  const isClosed = literal.length > 1 && text[end - 1] === '"' && text[end - 2] !== '\\';
  // the rest of the line does not belong to a literal that was just opened
  return isClosed ? end - 1 : cursor + (/^[\w.-]*/.exec(text.slice(cursor))?.[0].length ?? 0);
}

/** The replaced range: the content of a literal, or the letters before the cursor. */
function stretchAt({ text, offset, location }: CursorContext): { from: number; to: number; quoted: boolean } {
  const literal = location.previousNode;
  const isText = literal && (literal.type === 'string' || literal.type === 'property');
  if (isText && text[literal.offset] === '"' && offset > literal.offset)
    return { from: literal.offset + 1, to: endInside(text, literal, offset), quoted: true };
  const typed = /[\w.-]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  const rest = /^[\w.-]*/.exec(text.slice(offset))?.[0] ?? '';
  return { from: offset - typed.length, to: offset + rest.length, quoted: false };
}

function keysAt(context: CursorContext): Completions {
  const { file, text, location, root, names, language } = context;
  const parent = location.path.slice(0, -1);
  const object = root && findNodeAtLocation(root, parent);
  const { from, to, quoted } = stretchAt(context);
  const taken = keysOf(object).filter(({ offset, length }) => from < offset || from > offset + length);
  const present = new Set(taken.map(({ value }) => String(value)));
  const closing = quoted && text[to] === '"' ? to + 1 : to;
  const hasValue = /^\s*:/.test(text.slice(closing));
  const written = ({ label, insert }: Completion) => {
    const name = quoted ? `${label}"` : `"${label}"`;
    return hasValue ? name : `${name}: ${insert}`;
  };
  const allowed = schemasAt(file, root, parent).flatMap(({ properties = {}, required = [] }) =>
    Object.keys(properties).map((key): Completion => {
      const schemas = schemasAt(file, root, [...parent, key]);
      const detail = required.includes(key) ? `${typeOf(schemas)} *` : typeOf(schemas);
      return { label: key, kind: 'key', detail, info: descriptionOf(schemas), insert: emptyValue(schemas) };
    }),
  );
  const known = namesAtKey(parent, names, language).map((name) => ({
    ...name,
    insert: emptyValue(schemasAt(file, root, [...parent, name.label])),
  }));
  const options = unique([...allowed, ...known])
    .filter(({ label }) => !present.has(label))
    .map((option) => ({ ...option, insert: written(option) }));
  return { from, to: closing, options };
}

function valuesAt(context: CursorContext): Completions {
  const { file, text, location, root, names, language } = context;
  const { from, to, quoted } = stretchAt(context);
  const closing = quoted && text[to] === '"' ? to + 1 : to;
  const schemas = schemasAt(file, root, location.path);
  const words = schemas.flatMap(({ enum: allowed = [] }) =>
    allowed.map((word): Completion => ({ label: word, kind: 'value', insert: word })),
  );
  const info = descriptionOf(schemas);
  const named = namesAtValue(location.path, surroundings(root, location.path), names, language);
  const texts = unique([...words, ...named]).map((option) => ({
    ...option,
    info: option.info ?? info,
    insert: quoted ? `${option.insert}"` : `"${option.insert}"`,
  }));
  const plain = schemas.some(({ type }) => type === 'boolean') && !quoted ? ['true', 'false'] : [];
  return {
    from,
    to: closing,
    options: [
      ...texts,
      ...plain.map((word): Completion => ({ label: word, kind: 'value', info, insert: word })),
    ],
  };
}

/** Texts of the enclosing objects, innermost first, which the names depend on. */
function surroundings(root: Node | undefined, path: JSONPath): (key: string) => string | undefined {
  return (key) => {
    for (let depth = path.length - 1; depth >= 0; depth -= 1) {
      const value: unknown = root && findNodeAtLocation(root, [...path.slice(0, depth), key])?.value;
      if (typeof value === 'string') return value;
    }
    return undefined;
  };
}

const keysOf = (object: Node | undefined): Node[] =>
  object?.type === 'object' ? (object.children ?? []).flatMap(({ children: [key] = [] }) => key ?? []) : [];

const typeOf = (schemas: readonly Schema[]): string =>
  [...new Set(schemas.flatMap(({ type, enum: words }) => (words ? 'text' : (type ?? []))))].join(' | ');

/** An empty initial value; `|` is the cursor position. */
function emptyValue(schemas: readonly Schema[]): string {
  if (schemas.some(({ properties }) => properties?.en && properties.zh)) return LOCALIZED_TEXT;
  const types = schemas.flatMap(({ type }) => type ?? []);
  if (types.includes('object')) return '{ | }';
  if (types.includes('array')) return '[|]';
  if (types.includes('boolean')) return 'true';
  if (types.includes('integer') || types.includes('number')) return '|';
  return '"|"';
}

const unique = (options: readonly Completion[]): Completion[] =>
  [...new Map(options.toReversed().map((option) => [option.label, option])).values()].toReversed();
