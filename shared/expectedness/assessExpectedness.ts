/** Whether a reaction is expected for a drug, by the reference safety information of the product. Pure. */
import { displayDate, parseDate } from '../dates/partialDate.ts';
import type { Explanation } from '../expressions/explain.ts';
import words from './words.json' with { type: 'json' };

/** A version of the reference safety information of a product. */
export interface SafetyVersion {
  name: string;
  /** empty: counts where no version of the country does */
  country: string;
  /** days as CCYYMMDD, both included */
  from: string;
  /** empty: until the next version of the country begins */
  to: string;
  /** codes of the terms that it lists, and of their preferred terms */
  terms: readonly string[];
}

export interface SafetyInformation {
  recordKey: number;
  product: string;
  versions: readonly SafetyVersion[];
}

/** A term with the code of itself and of all terms above it. */
export interface ReactionTerm {
  code: string;
  name: string;
  above: readonly { code: string; name: string }[];
}

export interface ExpectednessFacts {
  drug: string;
  /** null: the drug is none of the sponsor's products */
  information: SafetyInformation | null;
  /** null: not coded */
  term: ReactionTerm | null;
  /** as stored; empty: not known */
  onset: string;
  /** empty: the information without a country */
  country: string;
}

export type Expectedness = 'expected' | 'unexpected';

export interface AssessedExpectedness {
  /** null: a fact is missing */
  conclusion: Expectedness | null;
  /** version that was in force, by name */
  version: string | null;
  why: Explanation;
}

/** The conclusion with the facts it follows from, up to the first one that is missing. */
export function assessExpectedness(facts: ExpectednessFacts): AssessedExpectedness {
  const { drug, information, term, onset, country } = facts;
  const parts: Explanation[] = [];
  const fact = (name: keyof typeof words, holds: boolean, values: readonly string[]): boolean => {
    parts.push({ source: name, holds, by: 'fact', label: words[name], values });
    return holds;
  };
  const answer = (conclusion: Expectedness | null, version: string | null): AssessedExpectedness => ({
    conclusion,
    version,
    why: { source: 'expectedness', holds: conclusion === 'expected', by: 'all', parts },
  });
  if (!fact('product', information !== null, [information?.product ?? drug]) || !information)
    return answer(null, null);
  const day = dayOf(onset);
  if (!fact('onset', day !== null, onset === '' ? [] : [displayDate(onset)]) || day === null)
    return answer(null, null);
  const version = versionInForce(information.versions, country, day);
  if (!fact('version', version !== null, version ? [describe(version)] : []) || !version)
    return answer(null, null);
  if (!fact('coded', term !== null, term ? [`${term.name} (${term.code})`] : []) || !term)
    return answer(null, version.name);
  const listed = [term, ...term.above].find(({ code }) => version.terms.includes(code));
  fact('listed', listed !== undefined, listed ? [`${listed.name} (${listed.code})`] : []);
  return answer(listed ? 'expected' : 'unexpected', version.name);
}

/** CCYYMMDD; null unless the date is given to the day. */
function dayOf(text: string): string | null {
  const parsed = parseDate(text);
  return parsed.ok && parsed.date.day !== undefined ? text.slice(0, 'CCYYMMDD'.length) : null;
}

/**
 * The version of the country that began last on or before the day and had not ended; where the country has none in force,
 * that without a country.
 */
export function versionInForce(
  versions: readonly SafetyVersion[],
  country: string,
  day: string,
): SafetyVersion | null {
  const inForce = (of: string): SafetyVersion | undefined =>
    versions
      .filter((one) => one.country === of && one.from !== '' && one.from <= day)
      .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
      .at(-1);
  for (const of of country === '' ? [''] : [country, '']) {
    const version = inForce(of);
    if (version && (version.to === '' || version.to >= day)) return version;
  }
  return null;
}

const describe = ({ name, country, from, to }: SafetyVersion): string =>
  `${name} (${[country, [from, to].map((day) => (day === '' ? '' : displayDate(day))).join(' – ')].filter(Boolean).join(', ')})`;

/** What the drugs of a reaction say together: unexpected for one is unexpected; expected only if all of them say so. */
export function togetherExpected(conclusions: readonly (Expectedness | null)[]): Expectedness | null {
  if (conclusions.includes('unexpected')) return 'unexpected';
  return conclusions.length > 0 && conclusions.every((one) => one === 'expected') ? 'expected' : null;
}
