/** A text as an external coder receives it: without data that could identify the patient or the reporter. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';

const LEFT_OUT = '…';

/** One word of a name; an initial may have a dot. */
const NAME_WORD = String.raw`(?:\p{Lu}\.\s*)*\p{Lu}[\p{L}'’-]*`;
/** Forms of address. `MS` in capitals is multiple sclerosis, unless a name follows. */
const ADDRESS = '[Mm]rs?|MRS?|[Mm]s|MS(?=\\.?\\s+\\p{Lu})|[Mm]iss|MISS|[Dd]r|DR|[Pp]rof|PROF|[Nn]urse|NURSE';
/** Between the words of a name. */
const PARTICLES = String.raw`(?:(?:van|von|der|den|de|del|della|di|da|dos|la|le|al|el|bin|ben|ter)\s+)*`;
/** Its first word may be written small; further ones are not, since the text goes on behind it. */
const ADDRESSED = String.raw`\b(?:${ADDRESS})\.?\s+${PARTICLES}(?:${NAME_WORD}|[\p{L}'’-]+)(?:\s+${PARTICLES}${NAME_WORD})*`;

/** Each looks at a text once: what can begin anywhere in a long word, and then reads all of it, takes minutes. */
const PATTERNS: readonly RegExp[] = [
  // mail addresses, from the beginning of the word, and links
  /(?<!\S)\S+@\S+|https?:\/\/\S+/gi,
  // dates, with and without separators, months in words
  /\b\d{1,4}\s*[-/.年년]\s*\d{1,2}(?:\s*[-/.月월]\s*\d{1,4}\s*[日일]?)?(?!\d)/gu,
  /\b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{2,4})?\b/gi,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{2,4})?\b/gi,
  // phone, case and insurance numbers: five digits or more, with any separators
  /[+(]?\d(?:[\s().\p{Pd}−]?\d){4,}/gu,
  // identifiers of letters and digits
  /(?<![A-Z\d]-?)(?=(?:[A-Z]|-(?!-))*\d)(?=(?:\d|-(?!-))*[A-Z])[A-Z\d]+(?:-[A-Z\d]+)+/gi,
  // names after forms of address, before Korean and Japanese ones
  new RegExp(ADDRESSED, 'gu'),
  /[가-힣]{2,4}\s*(?:님|씨)(?![가-힣])|[\p{sc=Han}\p{sc=Kana}]{1,4}(?:さん|様|氏|先生)/gu,
];

/** Values of items that are masked for authorities, as the case says them. */
function privateValues({ items }: Catalogue, content: CaseContent): string[] {
  return content.values
    .filter(
      ({ itemId, value }) => items[itemId]?.privacy === true && value !== null && value.trim().length > 1,
    )
    .flatMap(({ value }) => value?.trim() ?? [])
    .toSorted((a, b) => b.length - a.length);
}

/**
 * Texts only: a code of one sign (sex, kind of report) is no name. In one form of each character (NFKC): Japanese texts have
 * their digits in full width, and files of some systems Korean ones in pieces of syllables.
 */
export function redactPersonalData(text: string, catalogue: Catalogue, content: CaseContent): string {
  const named = privateValues(catalogue, content).reduce(
    (left, value) => withoutWord(left, value.normalize('NFKC')),
    text.normalize('NFKC'),
  );
  return PATTERNS.reduce((left, pattern) => left.replace(pattern, LEFT_OUT), named)
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutWord(text: string, value: string): string {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(
    new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{sc=Latin}\p{N}])`, 'giu'),
    LEFT_OUT,
  );
}
