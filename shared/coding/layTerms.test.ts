import { expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import { meaningsOf } from './plainWords.ts';
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
])('takes “%s” for %s', (text, term) => {
  expect(meant(text)).toContain(formsOf(term));
});

it('leaves out what is only a part of what is said', () => {
  expect(meant('my head hurts')).not.toContain(formsOf('Pain'));
  expect(meant('it hurts')).toContain(formsOf('Pain'));
});

it('knows nothing of other words', () => {
  expect(meant('the tablet was green')).toEqual([]);
});

const index = buildCodingIndex([
  { code: '1', name: 'Headache' },
  { code: '2', name: 'Pain' },
  { code: '3', name: 'Insomnia' },
  { code: '4', name: 'Head deformity' },
]);

it('is suggested before what only looks alike, with the words that said it, and never taken without a person', () => {
  expect(suggestCodes({ index }, 'my head hurts')[0]).toMatchObject({
    ...{ code: '1', safe: false },
    reason: { kind: 'plain', words: ['head', 'hurts'] },
  });
});

it('is no more than is in the dictionary', () => {
  expect(suggestCodes({ index }, 'threw up')).toEqual([]);
});

it('gives way to a term that says the same words', () => {
  expect(suggestCodes({ index }, 'pain')[0]).toMatchObject({ code: '2', reason: { kind: 'exact' } });
});
