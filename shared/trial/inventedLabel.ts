/** Reference safety information for invented cases: what it lists depends on nothing but the country and the code. */
import type { SafetyInformation } from '../expectedness/assessExpectedness.ts';
import { randomFrom } from '../generate/chance.ts';

const ALWAYS = '10000101';

/** A version without a country and one of each country. Each lists about half of the codes, and others than the next. */
export const inventedLabel = (
  product: string,
  countries: Iterable<string>,
  codes: readonly string[],
): SafetyInformation => ({
  recordKey: 0,
  product,
  versions: [...new Set(['', ...countries])].map((country) => ({
    name: `${product} ${country}`,
    country,
    from: ALWAYS,
    to: '',
    terms: codes.filter((code) => isListed(country, code)),
  })),
});

const isListed = (country: string, code: string): boolean =>
  randomFrom([...`${country} ${code}`].reduce((sum, one) => Math.imul(sum, 31) + one.charCodeAt(0), 0))() <
  0.5;
