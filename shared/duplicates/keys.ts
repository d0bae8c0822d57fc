/**
 * Blocking keys: two cases are compared if they share one. They are coarser than the comparison, so that misspelt,
 * swapped or transliterated values are still found.
 */
import type { Comparison, DuplicateCheck, DuplicateField } from './descriptor.ts';
import type { DuplicateDocument, Part, FieldContent } from './document.ts';
import { swappedDate } from './dateInterval.ts';
import {
  idText,
  isWholeName,
  nameWords,
  normalised,
  productText,
  titlesOf,
  type Titles,
} from './normalise.ts';
import { initialsOf, romanised, skeletonOf } from './romanise.ts';
import { sortedLetters } from '../text/similarity.ts';

const MIN_WORD = 4;
const MIN_SKELETON = 3;
const MAX_KEY_LENGTH = 60;

const wordKeys = (text: string): string[] => {
  const latin = romanised(text);
  const skeleton = skeletonOf(latin);
  return [
    `=${text}`,
    ...latin.split(' ').flatMap((word) => (word.length >= MIN_WORD ? `~${word.slice(0, MIN_WORD)}` : [])),
    ...(skeleton.length >= MIN_SKELETON ? [`%${skeleton}`] : []),
  ];
};

type KeysOf = (text: string, field: DuplicateField, titles: Titles) => string[];

const TEXT_KEYS: Readonly<Record<Comparison, KeysOf>> = {
  id: (text, { minLength = 1 }) => (idText(text).length >= minLength ? [`=${idText(text)}`] : []),
  date: (text) => {
    const [, month, day] = /^(\d{6})(\d\d)?/.exec(text) ?? [];
    return month ? [`/${month}`, ...(day ? [`=${month}${day}`] : [])] : [];
  },
  number: () => [],
  code: () => [],
  name: (text, _field, titles) => [
    `%${skeletonOf(romanised(nameWords(text, titles).join(' '), true).split(' ').toSorted().join(' '))}`,
  ],
  initials: (text, _field, titles) => {
    const words = nameWords(text, titles);
    return [`@${sortedLetters(isWholeName(words) ? initialsOf(words) : words.join(''))}`];
  },
  term: (text) => wordKeys(normalised(text)),
  text: (text) => wordKeys(productText(text)),
};

const partKeys = (part: Part, field: DuplicateField, titles: Titles): string[] => {
  if (part.as === 'kin') return [`^${normalised(part.value)}`];
  if (part.as === 'code') return field.compare === 'code' ? [] : [`#${part.value}`];
  return TEXT_KEYS[field.compare](part.value, field, titles);
};

const named = (field: DuplicateField, keys: readonly string[]): string[] =>
  keys.map((key) => `${field.field}${key}`.slice(0, MAX_KEY_LENGTH));

/** All distinct keys of a document. */
export function keysOf({ fields, titles }: DuplicateCheck, { said }: DuplicateDocument): string[] {
  const titleWords = titlesOf(titles);
  const keys = fields.flatMap((field) =>
    (said[field.field] ?? []).flatMap((parts) =>
      named(
        field,
        parts.flatMap((part) => partKeys(part, field, titleWords)),
      ),
    ),
  );
  return [...new Set(keys)];
}

/** The keys used to search for a case: its own, and those of its dates with day and month swapped. */
export function searchKeysOf(check: DuplicateCheck, document: DuplicateDocument): string[] {
  const swapped = check.fields
    .filter(({ compare }) => compare === 'date')
    .flatMap((field) =>
      (document.said[field.field] ?? []).flat().flatMap(({ value }) => {
        const other = swappedDate(value);
        return other === null ? [] : named(field, [`=${other}`]);
      }),
    );
  return [...new Set([...keysOf(check, document), ...swapped])];
}

/** The keys whose frequency gives the rarity of a value: its codes, otherwise its words. */
export function rarityKeys(field: DuplicateField, content: FieldContent): string[] {
  const keysAs = (as: Part['as'], keyOf: (value: string) => string) =>
    named(
      field,
      content.flatMap((part) => (part.as === as ? keyOf(part.value) : [])),
    );
  const plain = field.compare === 'text' ? productText : normalised;
  return [...keysAs('code', (code) => `#${code}`), ...keysAs('text', (text) => `=${plain(text)}`)];
}
