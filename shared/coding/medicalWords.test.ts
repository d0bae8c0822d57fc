import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import medical from './medicalWords.json' with { type: 'json' };
import { conceptsOf, withDirections } from './medicalWords.ts';
import { suggestCodes } from './suggestCodes.ts';
import { exactKey, wordForm, wordsOf } from './words.ts';

const meant = (text: string): string =>
  exactKey(conceptsOf(wordsOf(withDirections(text))).map(({ word }) => word));

it.each([
  ['kidney insufficiency', 'Renal failure'],
  ['elevations of liver enzymes', 'Hepatic enzymes increased'],
  ['ALT increased', 'Alanine aminotransferase increased'],
  ['raised SGPT', 'Alanine aminotransferase increased'],
  ['low Hb', 'Haemoglobin decreased'],
  ['lung cancers', 'Lung neoplasm malignant'],
  ['elevated HDL', 'High density lipoprotein increased'],
  ["ca n't hear", 'cannot hear'],
])('treats “%s” and “%s” as equal', (text, term) => {
  expect(meant(text)).toBe(meant(term));
});

it.each([
  ['HDL increased', 'HDL'],
  ['Blood pressure increased', 'Blood pressure decreased'],
  ['Upper abdominal pain', 'Lower abdominal pain'],
])('distinguishes “%s” and “%s”', (one, other) => {
  expect(meant(one)).not.toBe(meant(other));
});

it.each([
  ['Hemoglobin <10.1 g/dL', 'Hemoglobin decreased'],
  ['neutrophil count < 1.5*10 9 /L', 'neutrophil count decreased'],
  ['ALT >3 x ULN', 'ALT increased'],
  ['platelets ↓', 'platelets decreased'],
  ['QTc more than 500 ms', 'QTc increased'],
])('reads “%s” as a result outside its limits', (text, expected) => {
  expect(meant(text)).toBe(meant(expected));
});

it('reports the source words of a concept', () => {
  expect(conceptsOf(wordsOf('raised alt'))).toEqual([
    { word: 'increased', source: ['raized'] },
    { word: 'alanine', source: ['alt'] },
    { word: 'aminotransferase', source: ['alt'] },
  ]);
});

it('has each word in one class only', () => {
  const words = medical.same.flatMap((line) => [...new Set(line.split(' ').map(wordForm))]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

it('is idempotent', () => {
  const word = fc.constantFrom(...medical.same.flatMap((line) => line.split(' ')), 'left', 'unknown');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const once = conceptsOf(words.map(wordForm)).map((one) => one.word);
      expect(conceptsOf(once).map((one) => one.word)).toEqual(once);
    }),
  );
});

describe('a suggestion', () => {
  const index = buildCodingIndex([
    { code: '1', name: 'Alanine aminotransferase increased' },
    { code: '2', name: 'Alanine aminotransferase decreased' },
    { code: '3', name: 'Renal failure' },
    { code: '4', name: 'Kidney failure' },
  ]);
  const first = (text: string) => suggestCodes({ index }, text)[0];

  it('shows the words as they were typed', () => {
    expect(first('Elevated SGPT')).toMatchObject({
      code: '1',
      safe: false,
      reason: { kind: 'words', words: ['elevated', 'sgpt'] },
    });
  });

  it('prefers the term with the same words to synonyms', () => {
    expect(first('Kidney failure')?.code).toBe('4');
    expect(first('failure of the kidneys')?.code).toBe('4');
    expect(first('renal insufficiency')?.code).toBe('3');
  });
});
