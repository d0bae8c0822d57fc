/** Texts that match a regular expression of a rule, for the constructs that rules use. */
import type { Chance } from './chance.ts';

/** Characters for a class that names those it excludes, and for any character. */
const COMMON = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SHORTHANDS: Readonly<Record<string, string>> = { d: '0123456789', w: COMMON, s: ' ' };
/** Repetitions beyond the first where the pattern sets no limit. */
const MORE = 3;

/** A text that the pattern is meant to match; the caller checks that it does. */
export function textMatching(pattern: string, chance: Chance): string {
  let at = 0;
  const peek = (): string => pattern.charAt(at);
  const take = (): string => pattern.charAt(at++);

  /** `a|b` up to the closing parenthesis or the end: all are read, one is used. */
  const alternatives = (): (() => string) => {
    const branches = [sequence()];
    while (peek() === '|') {
      take();
      branches.push(sequence());
    }
    return () => chance.pick(branches)();
  };

  const sequence = (): (() => string) => {
    const parts: (() => string)[] = [];
    while (at < pattern.length && peek() !== '|' && peek() !== ')') parts.push(repeated(single()));
    return () => parts.map((part) => part()).join('');
  };

  const repeated = (part: () => string): (() => string) => {
    const [times, first = '', comma, last] = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at)) ?? [];
    let [from, to] = [1, 1];
    if (times !== undefined) {
      at += times.length;
      from = Number(first);
      to = comma ? Number(last || from + MORE) : from;
    } else if (peek() !== '' && '*+?'.includes(peek())) {
      const sign = take();
      [from, to] = [sign === '+' ? 1 : 0, sign === '?' ? 1 : MORE];
    }
    return () => Array.from({ length: chance.between(from, to) }, part).join('');
  };

  const single = (): (() => string) => {
    const sign = take();
    if (sign === '^' || sign === '$') return () => '';
    if (sign === '.') return () => chance.pick([...COMMON]);
    if (sign === '[') return oneOf(characterClass());
    if (sign === '\\') return escaped(take());
    if (sign !== '(') return () => sign;
    if (pattern.startsWith('?:', at)) at += 2;
    const inner = alternatives();
    take();
    return inner;
  };

  const escaped = (sign: string): (() => string) => {
    const shorthand = SHORTHANDS[sign];
    return shorthand === undefined ? () => sign : oneOf([...shorthand]);
  };

  const oneOf = (characters: readonly string[]) => () => chance.pick(characters);

  /** The characters between brackets; of a range its ends and some between. */
  const characterClass = (): string[] => {
    const isNegated = peek() === '^';
    if (isNegated) take();
    const found: string[] = [];
    while (at < pattern.length && (peek() !== ']' || found.length === 0)) {
      const first = take();
      if (first === '\\') found.push(...(SHORTHANDS[peek()] ?? peek()), ...(take() && []));
      else if (peek() === '-' && pattern.charAt(at + 1) !== ']') {
        take();
        found.push(...range(first, take()));
      } else found.push(first);
    }
    take();
    return isNegated ? [...COMMON].filter((character) => !found.includes(character)) : found;
  };

  return alternatives()();
}

/** At most this many characters of a range are candidates. */
const MAX_OF_RANGE = 64;

function range(first: string, last: string): string[] {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  const step = Math.max(1, Math.floor((to - from) / MAX_OF_RANGE));
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) =>
    String.fromCodePoint(from + index * step),
  );
}
