import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

type NumberRule = NonNullable<CatalogueItem['number']>;

type NumberRefusal = 'malformed' | 'ambiguous' | 'ambiguousPoint' | 'qualifier';

/** `unit`: the text behind the number, empty where there is none. */
export type NumberEntry = { ok: true; value: string; unit: string } | { ok: false; problem: NumberRefusal };

const ENTRY =
  /^(?<qualifier>[<>]=?)?\s*(?<sign>[-+])?(?<whole>\d*)(?:[.,](?<fraction>\d*))?\s*(?<unit>[^\d\s.,<>+-].*)?$/;
/** As easily a thousand as a fraction: a dose may be wrong by a factor of 1,000. */
const AMBIGUOUS_COMMA = /^\D*[1-9]\d{0,2},\d{3}(?!\d)/;

/** The same of a point where a decimal one needs no such zero: `1.000` is a thousand in half of the world. */
const AMBIGUOUS_POINT = /^\D*[1-9]\d{0,2}\.\d\d0(?!\d)/;

/** Exponents, fractions and circled digits: as digits of one size they would be another number (`10³` as 103). */
const OTHER_NUMBER = /^[^\p{L}]*\p{No}/u;

/**
 * What a typed text means as a number: `value` is its stored form, with a point and without a plus sign. Full-width
 * digits count, and so does a decimal comma unless it could separate thousands, as a point with three digits behind it that
 * end with a zero. Nothing is dropped: a text that is not
 * wholly a number, or a number and a unit, is refused. Limits and decimals are for the checks of values.
 */
export function numberEntry(text: string, rule: NumberRule): NumberEntry {
  const plain = text.normalize('NFKC').trim().replaceAll('−', '-').replace('≤', '<=').replace('≥', '>=');
  if (plain === '') return { ok: true, value: '', unit: '' };
  if (OTHER_NUMBER.test(text)) return { ok: false, problem: 'malformed' };
  if (AMBIGUOUS_COMMA.test(plain)) return { ok: false, problem: 'ambiguous' };
  if (AMBIGUOUS_POINT.test(plain)) return { ok: false, problem: 'ambiguousPoint' };
  const { qualifier = '', sign, whole = '', fraction = '', unit = '' } = ENTRY.exec(plain)?.groups ?? {};
  if (whole === '' && fraction === '') return { ok: false, problem: 'malformed' };
  if (qualifier && !rule.qualifier) return { ok: false, problem: 'qualifier' };
  const value = `${qualifier}${sign === '-' ? sign : ''}${whole || '0'}${fraction && `.${fraction}`}`;
  return { ok: true, value, unit };
}
