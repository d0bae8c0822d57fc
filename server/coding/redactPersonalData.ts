/** A text as an external coder receives it: without data that could identify the patient or the reporter. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';

const LEFT_OUT = '…';

const PATTERNS: readonly RegExp[] = [
  // mail addresses and links
  /\S+@\S+|https?:\/\/\S+/gi,
  // dates, with and without separators, months in words
  /\b\d{1,4}\s*[-/.年년]\s*\d{1,2}(?:\s*[-/.月월]\s*\d{1,4}\s*[日일]?)?(?!\d)/gu,
  /\b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{2,4})?\b/gi,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{2,4})?\b/gi,
  // phone, case and insurance numbers: five digits or more, with any separators
  /[+(]?\d(?:[\s().-]?\d){4,}/g,
  // identifiers of letters and digits
  /\b(?=[A-Z\d-]*\d)(?=[A-Z\d-]*[A-Z])[A-Z\d]+(?:-[A-Z\d]+)+\b/gi,
  // names after forms of address and words of relation, before Korean and Japanese ones
  /\b(?:mr|mrs|ms|miss|dr|prof|nurse)\.?\s+\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*/giu,
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

/** Texts only: a code of one sign (sex, kind of report) is no name. */
export function redactPersonalData(text: string, catalogue: Catalogue, content: CaseContent): string {
  const named = privateValues(catalogue, content).reduce((left, value) => withoutWord(left, value), text);
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
