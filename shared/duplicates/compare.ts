/** Compares two values of one field by its comparison. Every comparison is symmetric. */
import { idText, isWholeName, nameWords, normalised, productText, type Titles } from './normalise.ts';
import type { Comparison, DuplicateField } from './descriptor.ts';
import type { FieldContent } from './document.ts';
import { gapOf, intervalOf, swappedDate } from './dateInterval.ts';
import { initialsOf, romanised, skeletonOf, soundOf } from './romanise.ts';
import { editDistance, isAlike, isTypo, sortedLetters } from '../text/similarity.ts';

/** Reasons for the degree of agreement, shown as evidence. */
export type Reason =
  | 'same'
  | 'sameCode'
  | 'sameGroup'
  | 'otherScript'
  | 'otherOrder'
  | 'initials'
  | 'part'
  | 'similar'
  | 'oneLetter'
  | 'apart'
  | 'swapped'
  | 'oneDigit'
  | 'overlap'
  | 'other';

export type Degree = 'agree' | 'close' | 'near' | 'disagree';

export interface Compared {
  degree: Degree;
  why: Reason;
  /** of `apart`: days for dates, years for ages */
  by?: number;
  /** share of the points of the degree, if not all */
  share?: number;
}

const SAME: Compared = { degree: 'agree', why: 'same' };
const OTHER: Compared = { degree: 'disagree', why: 'other' };

const texts = (content: FieldContent): string[] =>
  content.flatMap(({ as, value }) => (as === 'text' ? value : []));
const codes = (content: FieldContent): string[] =>
  content.flatMap(({ as, value }) => (as === 'code' ? value : []));
const kin = (content: FieldContent): string[] =>
  content.flatMap(({ as, value }) => (as === 'kin' ? normalised(value) : []));
const share = (a: readonly string[], b: readonly string[]): boolean => a.some((one) => b.includes(one));

type Compare = (a: FieldContent, b: FieldContent, field: DuplicateField, titles: Titles) => Compared | null;

/** The best of all pairs of texts; null if one side has none. */
const bestOf =
  (compare: (a: string, b: string, field: DuplicateField, titles: Titles) => Compared | null): Compare =>
  (a, b, field, titles) =>
    texts(a)
      .flatMap((one) => texts(b).flatMap((other) => compare(one, other, field, titles) ?? []))
      .toSorted(byDegree)[0] ?? null;

const DEGREES: readonly Degree[] = ['agree', 'close', 'near', 'disagree'];
const byDegree = (a: Compared, b: Compared): number =>
  DEGREES.indexOf(a.degree) - DEGREES.indexOf(b.degree) || (b.share ?? 1) - (a.share ?? 1);

const ids = bestOf((a, b, { minLength = 1 }) => {
  const [x, y] = [idText(a), idText(b)];
  if (Math.min(x.length, y.length) < minLength) return null;
  if (x === y) return SAME;
  return isTypo(x, y) && editDistance(x, y) === 1 ? { degree: 'close', why: 'oneLetter' } : OTHER;
});

const MAX_MONTH_DAYS = 31;

const dates = bestOf((a, b, { within = { close: 0 }, oneDigit = 'near' }) => {
  const [x, y] = [intervalOf(a), intervalOf(b)];
  if (!x || !y) return null;
  const by = gapOf(x, y);
  const width = Math.max(x.to - x.from, y.to - y.from);
  if (by === 0 && width === 0) return SAME;
  if (by === 0) return { degree: 'near', why: 'overlap', share: width < MAX_MONTH_DAYS ? 1 : 0.5 };
  if (width > 0) return OTHER;
  if (by <= within.close) return { degree: 'close', why: 'apart', by };
  if (swappedDate(a) === b.slice(0, 8)) return { degree: 'close', why: 'swapped' };
  const isSlip = editDistance(a.slice(0, 8), b.slice(0, 8)) === 1;
  if (isSlip && oneDigit === 'close') return { degree: 'close', why: 'oneDigit' };
  if (by <= (within.near ?? 0)) return { degree: 'near', why: 'apart', by };
  return isSlip ? { degree: 'near', why: 'oneDigit' } : OTHER;
});

/** A unit coarser than that of the comparison is a range: five decades are 50 to 59 years. */
function rangeOf(content: FieldContent, { unit }: DuplicateField): { from: number; to: number } | null {
  const [part] = content.filter(({ as }) => as === 'text');
  const number = Number(part?.value.replace(',', '.'));
  const worth = unit ? (unit.worth[part?.unit ?? ''] ?? null) : 1;
  if (!part || worth === null || Number.isNaN(number)) return null;
  return { from: number * worth, to: number * worth + (worth > 1 ? worth - 1 : 0) };
}

const numbers: Compare = (a, b, field) => {
  const [x, y] = [rangeOf(a, field), rangeOf(b, field)];
  if (!x || !y) return null;
  const by = Math.round(gapOf(x, y) * 10) / 10;
  const isExact = x.from === x.to && y.from === y.to;
  if (by === 0) return isExact ? SAME : { degree: 'close', why: 'overlap' };
  return by <= (field.within?.close ?? 0) ? { degree: 'close', why: 'apart', by } : OTHER;
};

const exactCodes: Compare = (a, b) =>
  codes(a).length === 0 || codes(b).length === 0 ? null : share(codes(a), codes(b)) ? SAME : OTHER;

const sameScript = (a: string, b: string): boolean => /[^\p{ASCII}]/u.test(a) === /[^\p{ASCII}]/u.test(b);

/** Fewer letters are anagrams by chance. */
const MIN_LETTERS = 6;

/** Two names by their letters and their sound, with words in any order; null if they are not similar. */
function namesAlike(first: readonly string[], second: readonly string[]): Compared | null {
  if (first.join(' ') === second.join(' ')) return SAME;
  if (first.toSorted().join(' ') === second.toSorted().join(' '))
    return { degree: 'agree', why: 'otherOrder' };
  const isOtherScript = !sameScript(first.join(), second.join());
  const why = isOtherScript ? 'otherScript' : 'similar';
  const [x = '', y = ''] = [first, second].map((words) =>
    romanised(words.join(' '), true).replaceAll(' ', ''),
  );
  const [p = '', q = ''] = [x, y].map(soundOf);
  const isSameSound = p === q || (p.length >= MIN_LETTERS && sortedLetters(p) === sortedLetters(q));
  if (isSameSound && p !== '') return { degree: isOtherScript ? 'agree' : 'close', why };
  if (isTypo(x, y)) return { degree: 'close', why: 'oneLetter' };
  const [bare = '', other = ''] = [x, y].map(skeletonOf);
  return bare === other && bare.length > 2 ? { degree: 'close', why } : null;
}

const names = bestOf(
  (a, b, _field, titles) => namesAlike(nameWords(a, titles), nameWords(b, titles)) ?? OTHER,
);

const initials = bestOf((a, b, _field, titles) => {
  const [first, second] = [nameWords(a, titles), nameWords(b, titles)];
  const [x, y] = [first.join(''), second.join('')];
  if (x === y) return SAME;
  const named = [first, second].map(isWholeName);
  if (named[0] && named[1]) return namesAlike(first, second) ?? OTHER;
  const [p = '', q = ''] = [first, second].map((words, at) =>
    named[at] ? initialsOf(words) : words.join(''),
  );
  if (p === q) return { degree: 'agree', why: 'initials' };
  if (sortedLetters(p) === sortedLetters(q)) return { degree: 'close', why: 'otherOrder' };
  const [short = '', long = ''] = [p, q].toSorted((one, other) => one.length - other.length);
  return short.length >= 2 && long.startsWith(short) ? { degree: 'close', why: 'part' } : OTHER;
});

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

const wordings =
  (plain: (text: string) => string) =>
  (a: string, b: string): Compared | null => {
    const [x, y] = [plain(a), plain(b)];
    if (x === y) return SAME;
    const latin = [x, y].map((text) => romanised(text));
    const [p = '', q = ''] = latin.map(soundOf);
    if (p === q && !sameScript(x, y)) return { degree: 'agree', why: 'otherScript' };
    if (isAlike(latin[0] ?? '', latin[1] ?? '') || isAlike(p, q)) return { degree: 'close', why: 'similar' };
    const [short = [], long = []] = [wordsOf(x), wordsOf(y)].toSorted(
      (one, other) => one.length - other.length,
    );
    const isPart = short.some((word) => word.length > 3) && short.every((word) => long.includes(word));
    return isPart ? { degree: 'close', why: 'part' } : OTHER;
  };

/** By code, then by words, then by related terms. */
const coded =
  (plain: (text: string) => string): Compare =>
  (a, b, field, titles) => {
    if (share(codes(a), codes(b))) return { degree: 'agree', why: 'sameCode' };
    const byWords = bestOf(wordings(plain))(a, b, field, titles);
    if (byWords && byWords.degree !== 'disagree') return byWords;
    if (share(kin(a), kin(b))) return { degree: 'close', why: 'sameGroup' };
    const known = byWords ?? (codes(a).length > 0 && codes(b).length > 0 ? OTHER : null);
    return known ?? (kin(a).length > 0 && kin(b).length > 0 ? OTHER : null);
  };

const COMPARE: Readonly<Record<Comparison, Compare>> = {
  id: ids,
  date: dates,
  number: numbers,
  code: exactCodes,
  name: names,
  initials,
  term: coded(normalised),
  text: coded(productText),
};

/** The comparison of two values of a field; null if they cannot be compared. */
export const compared: Compare = (a, b, field, titles) => COMPARE[field.compare](a, b, field, titles);
