/** Doses, intervals and routes in a sentence. */
import { cuesIn } from './cues.ts';
import type { LanguagePack } from './languagePack.ts';
import type { TextRange } from './textValues.types.ts';

interface Amount extends TextRange {
  number: string;
  unit: string;
}

interface Coded extends TextRange {
  value: string;
}

const NUMBER = String.raw`(?<![\p{N}.,])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\p{N}.,])\d+(?:\.\d+)?`;

/** units of doses, as written, by their code */
const DOSE_UNITS: readonly (readonly [string, string])[] = [
  ['mg/kg', 'mg/kg'],
  ['mg/m2', 'mg/m2|mg/m²'],
  ['ug/kg', '(?:µg|μg|ug|mcg)/kg'],
  ['mg', 'mg|milligrams?'],
  ['ug', 'µg|μg|ug|mcg|micrograms?'],
  ['g', 'g|grams?'],
  ['mL', 'ml'],
  ['[iU]', 'iu|international units?'],
  ['[drp]', 'drops?'],
];
const DOSE = new RegExp(
  `(${NUMBER}) ?(${DOSE_UNITS.map(([, written]) => written).join('|')})(?![\\p{Script=Latin}\\p{N}²]|/(?!day))`,
  'giu',
);

export function dosesIn(sentence: string): Amount[] {
  return [...sentence.matchAll(DOSE)].flatMap(({ 0: all, 1: number = '', 2: written = '', index }) => {
    const unit = DOSE_UNITS.find(([, forms]) => new RegExp(`^(?:${forms})$`, 'iu').test(written))?.[0];
    return unit === undefined
      ? []
      : [{ from: index, to: index + all.length, number: plainNumber(number), unit }];
  });
}

/** The text before a number that is the end of a range, a part of a number, a limit, or one of several. */
const OF_SEVERAL = /(?:\p{N}\s?[-–—−~～±x×*^]|\p{N}e|\p{N}\s|[/<>≤≥])\s?$/iu;
const TIMES = /^ ?[x×*] ?\p{N}/iu;

/** Of a dose that is one of several (`10 to 20 mg`), or no dose of one administration. */
export const isOneDose = (sentence: string, { from, to }: TextRange, pack: LanguagePack): boolean => {
  const before = sentence.slice(Math.max(0, from - 25), from);
  if (OF_SEVERAL.test(before) || TIMES.test(sentence.slice(to, to + 5))) return false;
  const last = cuesIn(before, { not: pack.notOneDose }).at(-1);
  return !last || before.length - last.to > 10;
};

/** `1.000` is a thousand in half of the world, and one in the other half. */
export const isAmbiguous = (number: string): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(number);

export const plainNumber = (written: string): string => written.replaceAll(',', '');

/** `1 d`: number and unit of an interval. */
export function intervalsIn(sentence: string, pack: LanguagePack): Coded[] {
  const fixed = pack.frequencies.flatMap(({ code, pattern }) =>
    [...sentence.matchAll(pattern)].map(({ 0: words, index }) => ({
      value: code,
      from: index,
      to: index + words.length,
    })),
  );
  const counted = [...sentence.matchAll(pack.every)].map(
    ({ 0: words, 1: number = '', 2: unit = '', index }) => ({
      value: `${pack.number(number)} ${pack.everyUnit(unit)}`,
      from: index,
      to: index + words.length,
    }),
  );
  return withoutInner([...counted, ...fixed]);
}

export const routesIn = (sentence: string, pack: LanguagePack): Coded[] =>
  withoutInner(
    pack.routes.flatMap(({ code, pattern }) =>
      [...sentence.matchAll(pattern)].map(({ 0: words, index }) => ({
        value: code,
        from: index,
        to: index + words.length,
      })),
    ),
  );

export const lotsIn = (sentence: string, pack: LanguagePack): Coded[] =>
  [...sentence.matchAll(pack.lots)].flatMap(({ 0: words, 1: lot = '', index }) =>
    /\d/.test(lot) ? [{ value: lot, from: index + words.length - lot.length, to: index + words.length }] : [],
  );

const withoutInner = <T extends TextRange>(some: readonly T[]): T[] =>
  some
    .filter(
      (one, at) =>
        !some.some(
          (other, index) => index !== at && covers(other, one) && (!covers(one, other) || index < at),
        ),
    )
    .sort((one, other) => one.from - other.from);

const covers = (outer: TextRange, inner: TextRange): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;
