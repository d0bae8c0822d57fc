import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import medical from './medicalWords.json' with { type: 'json' };
import { meantBy, withDirections } from './medicalWords.ts';
import { suggestCodes } from './suggestCodes.ts';
import { exactKey, wordForm, wordsOf } from './words.ts';

const meant = (text: string): string =>
  exactKey(meantBy(wordsOf(withDirections(text))).map(({ word }) => word));

it.each([
  ['kidney insufficiency', 'Renal failure'],
  ['elevations of liver enzymes', 'Hepatic enzymes increased'],
  ['ALT increased', 'Alanine aminotransferase increased'],
  ['raised SGPT', 'Alanine aminotransferase increased'],
  ['low Hb', 'Haemoglobin decreased'],
  ['lung cancers', 'Lung neoplasm malignant'],
  ['elevated HDL', 'High density lipoprotein increased'],
  ["ca n't hear", 'cannot hear'],
])('takes “%s” for the same as “%s”', (text, term) => {
  expect(meant(text)).toBe(meant(term));
});

it.each([
  ['HDL increased', 'HDL'],
  ['Blood pressure increased', 'Blood pressure decreased'],
  ['Upper abdominal pain', 'Lower abdominal pain'],
])('keeps “%s” and “%s” apart', (one, other) => {
  expect(meant(one)).not.toBe(meant(other));
});

it.each([
  ['Hemoglobin <10.1 g/dL', 'Hemoglobin decreased'],
  ['neutrophil count < 1.5*10 9 /L', 'neutrophil count decreased'],
  ['ALT >3 x ULN', 'ALT increased'],
  ['platelets ↓', 'platelets decreased'],
  ['QTc more than 500 ms', 'QTc increased'],
])('reads “%s” as a result out of its limits', (text, said) => {
  expect(meant(text)).toBe(meant(said));
});

it('says which words of the text mean a word', () => {
  expect(meantBy(wordsOf('raised alt'))).toEqual([
    { word: 'increased', said: ['raized'] },
    { word: 'alanine', said: ['alt'] },
    { word: 'aminotransferase', said: ['alt'] },
  ]);
});

it('has each word in one class alone', () => {
  const words = medical.same.flatMap((line) => [...new Set(line.split(' ').map(wordForm))]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

it('means the same when it is asked again of what it said', () => {
  const word = fc.constantFrom(...medical.same.flatMap((line) => line.split(' ')), 'left', 'unknown');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const once = meantBy(words.map(wordForm)).map((one) => one.word);
      expect(meantBy(once).map((one) => one.word)).toEqual(once);
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

  it('says the words as they were typed', () => {
    expect(first('Elevated SGPT')).toMatchObject({
      code: '1',
      safe: false,
      reason: { kind: 'words', words: ['elevated', 'sgpt'] },
    });
  });

  it('is the term that says it in the same words, where others mean the same', () => {
    expect(first('Kidney failure')?.code).toBe('4');
    expect(first('failure of the kidneys')?.code).toBe('4');
    expect(first('renal insufficiency')?.code).toBe('3');
  });
});
