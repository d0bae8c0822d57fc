import { expect, it } from 'vitest';
import { draftLetter } from './draftLetter.ts';

const words = (en: string, ko = en) => ({ en, ko, ja: en, zh: en });
const template = {
  subject: words('About {caseNo}'),
  text: words('Dear reporter\n{questions}\n{userName} {other}', '안녕하세요\n{questions}\n{userName}'),
};
const criteria = [
  { criterion: 'sex', question: words('Sex?', '성별?') },
  { criterion: 'age', question: words('Age?', '나이?') },
];

it('numbers the questions in the language of the reporter', () => {
  expect(draftLetter(template, criteria, { caseNo: 'C-1', userName: 'Mina', language: 'en' })).toEqual({
    subject: 'About C-1',
    text: 'Dear reporter\n1. Sex?\n2. Age?\nMina {other}',
  });
  expect(draftLetter(template, criteria, { caseNo: 'C-1', userName: 'Mina', language: 'ko' }).text).toBe(
    '안녕하세요\n1. 성별?\n2. 나이?\nMina',
  );
});
