/**
 * Limits of a JSON text, checked before it is parsed: objects by the million, or deep inside each other, cost many times
 * what texts of the same length do. The same pass finds where a long text can be cut, so that it is parsed in pieces.
 */

/** No body of the contract comes near these. */
const JSON_LIMITS = { levels: 64, parts: 600_000, properties: 5000 } as const;
type JsonLimits = Record<keyof typeof JSON_LIMITS, number>;

/** Characters that are scanned or parsed at a time: some milliseconds. */
export const PIECE = 128 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, OPEN_OBJECT] = [91, 123];
const [CLOSE_LIST, CLOSE_OBJECT] = [93, 125];

/** A list or an object that is longer than a piece. What is between two cuts is shorter, or one value with its key. */
export interface LongPart {
  /** index of its opening bracket */
  from: number;
  /** index of its closing bracket, which need not be of the same kind */
  to: number;
  /** indexes of some of its own commas, ascending */
  cuts: number[];
  /** long parts directly in it */
  inside: LongPart[];
}

interface Scan {
  /** what the text has too much of; null: nothing */
  excess: string | null;
  /** long parts that are in no other one */
  long: LongPart[];
  /** a text or a container without an end, or an end without a beginning: it is no JSON */
  isOpen: boolean;
}

/** A container that is open. */
interface Open extends LongPart {
  /** its commas; null for a list */
  commas: number | null;
  /** index of its last comma, or of its opening bracket */
  last: number;
  /** index of its last cut, or of its opening bracket */
  cut: number;
}

/** What a text has too much of; null: nothing. It need not be valid JSON. `parts`: objects, lists and commas. */
export function excessIn(text: string, limits: JsonLimits = JSON_LIMITS): string | null {
  const scan = scanJson(text, limits);
  for (;;) {
    const { done, value } = scan.next();
    if (done) return value.excess;
  }
}

/** Scans a text, which need not be valid JSON, and yields after each piece. */
export function* scanJson(
  text: string,
  limits: JsonLimits = JSON_LIMITS,
  piece = PIECE,
): Generator<undefined, Scan, undefined> {
  const long: LongPart[] = [];
  const excess = (what: string): Scan => ({ excess: `more than ${what}`, long, isOpen: true });
  const open: Open[] = [];
  let isOpen = false;
  let isInText = false;
  let parts = 0;
  let pause = piece;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      pause = at + piece;
      yield;
    }
    const code = text.charCodeAt(at);
    if (isInText || code === QUOTE) {
      const end = endOfText(text, isInText ? at : at + 1, pause);
      isInText = end >= pause;
      at = isInText ? end - 1 : end;
    } else if (code === COMMA) {
      parts += 1;
      const container = open.at(-1);
      if (container && container.commas !== null) {
        container.commas += 1;
        if (container.commas >= limits.properties) return excess(`${limits.properties} properties`);
      }
      if (container) cutAtComma(container, at, piece);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      parts += 1;
      const commas = code === OPEN_OBJECT ? 0 : null;
      open.push({ from: at, to: at, cuts: [], inside: [], commas, last: at, cut: at });
      if (open.length > limits.levels) return excess(`${limits.levels} levels`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      const container = open.pop();
      if (!container) isOpen = true;
      else if (at - container.from > piece) {
        cutBeforeLast(container, at, piece);
        const { from, cuts, inside } = container;
        (open.at(-1)?.inside ?? long).push({ from, to: at, cuts, inside });
      }
    }
    if (parts > limits.parts) return excess(`${limits.parts} parts`);
  }
  return { excess: null, long, isOpen: isOpen || isInText || open.length > 0 };
}

/** At a comma of the container: a full piece ends before the last value, and a long value is a piece of its own. */
function cutAtComma(container: Open, at: number, piece: number): void {
  cutBeforeLast(container, at, piece);
  if (at - container.cut > piece) cutAt(container, at);
  container.last = at;
}

function cutBeforeLast(container: Open, at: number, piece: number): void {
  if (at - container.cut > piece && container.last > container.cut) cutAt(container, container.last);
}

function cutAt(container: Open, at: number): void {
  container.cuts.push(at);
  container.cut = at;
}

/** Index of the closing quote; the first one behind `until` where the text goes on there, or has no end. */
function endOfText(text: string, from: number, until: number): number {
  let at = from;
  while (at < until) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}
