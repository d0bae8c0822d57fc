/** Parses long JSON texts in pieces: other requests are answered between two of them. */
import { PIECE, scanJson, type LongPart } from '../../shared/text/jsonLimits.ts';
import { inTurns } from '../inTurns.ts';
import { unreadableRequest } from '../problems.ts';

/** Parses a short text whole. Throws where it is no JSON, or has keys that change prototypes. */
export type ParseShort = (text: string) => unknown;

/** The value of a text; `piece`: characters parsed at a time. Throws 400 UNREADABLE_REQUEST where it has too much of something, and what `parseShort` throws. */
export async function parseJson(text: string, parseShort: ParseShort, piece = PIECE): Promise<unknown> {
  const { excess, long, isOpen } = await inTurns(scanJson(text, undefined, piece));
  if (excess !== null) throw unreadableRequest(excess);
  if (isOpen) throw unreadableRequest('the text has brackets or quotation marks without a counterpart');
  if (long.length === 0) return parseShort(text);
  // as the only element of a list, so that what is around the long part is checked as in any other list
  const whole = { from: -1, to: text.length, cuts: [], inside: long };
  const [value] = (await inTurns(valueOf(text, whole, parseShort))) as unknown[];
  return value;
}

/** The value of a long part, a list where `from` is before the text. Each of its pieces must be valid JSON in itself. */
function* valueOf(
  text: string,
  { from: start, to: end, cuts, inside }: LongPart,
  parseShort: ParseShort,
): Generator<undefined, object, undefined> {
  const isObject = text[start] === '{';
  const [open, close] = isObject ? '{}' : '[]';
  if (end < text.length && text[end] !== close) throw unreadableRequest('the text has unequal brackets');
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  let from = start;
  for (const to of [...cuts, end]) {
    yield;
    const long = inside.find((part) => part.from > from && part.to < to);
    const short = long
      ? `${text.slice(from + 1, long.from)}null${text.slice(long.to + 1, to)}`
      : text.slice(from + 1, to);
    const piece = parseShort(`${open}${short}${close}`) as Record<string, unknown>;
    const keys = Object.keys(piece);
    if (keys.length === 0 && cuts.length > 0) throw unreadableRequest('the text has a comma without a value');
    const [key] = keys;
    if (long && key !== undefined) {
      // what a short part may be is checked by the parser
      if (key === 'constructor') throw unreadableRequest('the text has a key that is not allowed');
      piece[key] = yield* valueOf(text, long, parseShort);
    }
    if (isObject) putAll(object, piece);
    else for (const element of piece as unknown as unknown[]) list.push(element);
    from = to;
  }
  return isObject ? object : list;
}

/** Puts the keys as `JSON.parse` does: the name of a property of objects is a key like others. */
function putAll(object: Record<string, unknown>, piece: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(piece))
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
