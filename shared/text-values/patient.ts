/** Age and sex of the patient. */
import type { LanguagePack } from './languagePack.ts';
import type { TextRange } from './textValues.types.ts';

interface Age extends TextRange {
  number: string;
  unit: string;
}

interface Sex extends TextRange {
  code: string;
}

const MAX_YEARS = 120;
/** Words for a person near the age are about the same one. */
const NEAR = 40;

export function agesIn(sentence: string, pack: LanguagePack): Age[] {
  const found = pack.ages.flatMap((pattern) =>
    [...sentence.matchAll(pattern)].flatMap(({ 0: words, 1: number = '', 2: unit, index }): Age[] =>
      Number(number) > 0 && Number(number) <= MAX_YEARS
        ? [{ number, unit: pack.ageUnit(unit ?? ''), from: index, to: index + words.length }]
        : [],
    ),
  );
  const first = found.toSorted((one, other) => one.from - other.from)[0];
  return first ? [first] : [];
}

/** Beside an age or a word for the patient only: a man in the story may be anybody. */
export function sexesIn(sentence: string, pack: LanguagePack, age: TextRange | undefined): Sex[] {
  const anchors: TextRange[] = [
    ...(age ? [age] : []),
    ...[...sentence.matchAll(pack.patient)].map(({ 0: words, index }) => ({
      from: index,
      to: index + words.length,
    })),
  ];
  return pack.sexes.flatMap(({ code, pattern }) =>
    [...sentence.matchAll(pattern)].flatMap(({ 0: words, index }): Sex[] => {
      const range = { from: index, to: index + words.length };
      const isNear = anchors.some(
        (anchor) => Math.max(anchor.from - range.to, range.from - anchor.to) <= NEAR,
      );
      return isNear ? [{ code, ...range }] : [];
    }),
  );
}
