import { expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import { meaningsOf } from './layTerms.ts';
import { suggestCodes } from './suggestCodes.ts';
import { exactKey, wordsOf } from './words.ts';

const meant = (text: string): string[] => meaningsOf(wordsOf(text)).map(({ means }) => exactKey(means));
const formsOf = (term: string): string => exactKey(wordsOf(term));

it.each([
  ['my head hurts', 'Headache'],
  ['hurting a lot in the head', 'Headache'],
  ["I can't sleep at all", 'Insomnia'],
  ['threw up twice', 'Vomiting'],
  ['losing my hair', 'Alopecia'],
  ['ears are ringing', 'Tinnitus'],
])('maps “%s” to %s', (text, term) => {
  expect(meant(text)).toContain(formsOf(term));
});

it('omits a phrase contained in a longer one', () => {
  expect(meant('my head hurts')).not.toContain(formsOf('Pain'));
  expect(meant('it hurts')).toContain(formsOf('Pain'));
});

it('ignores unknown words', () => {
  expect(meant('the tablet was green')).toEqual([]);
});

const index = buildCodingIndex([
  { code: '1', name: 'Headache' },
  { code: '2', name: 'Pain' },
  { code: '3', name: 'Insomnia' },
  { code: '4', name: 'Head deformity' },
]);

it('ranks before merely similar terms, names the words, and is never safe', () => {
  expect(suggestCodes({ index }, 'my head hurts')[0]).toMatchObject({
    code: '1',
    safe: false,
    reason: { kind: 'plain', words: ['head', 'hurts'] },
  });
});

it('suggests only terms of the dictionary', () => {
  expect(suggestCodes({ index }, 'threw up')).toEqual([]);
});

it('ranks after a term with the same words', () => {
  expect(suggestCodes({ index }, 'pain')[0]).toMatchObject({ code: '2', reason: { kind: 'exact' } });
});
