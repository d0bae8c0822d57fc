import { describe, expect, it } from 'vitest';
import { firstChoice } from '../../../reports/reportChoice.ts';
import { isComplete, type Letter } from './letter.ts';

const LETTER: Letter = {
  choice: {
    ...firstChoice('en', { orientation: 'portrait', ordering: 'primary', notation: 'N' }),
    reportId: 'CIOMS',
  },
  addresses: ['qa@partner.example'],
  typed: '',
  content: '',
  password: null,
};

describe('a report is mailed', () => {
  it.each<[string, Partial<Letter>, boolean]>([
    ['to its consignees', {}, true],
    ['to nobody', { addresses: [] }, false],
    ['while an address is typed that was not added', { typed: 'b@partner.example' }, false],
    ['while nothing but spaces is typed', { typed: ' ' }, true],
    ['with a password', { password: 'correct horse' }, true],
    ['with a password that other programs read as another one', { password: 'ｂａｔｔｅｒｙ' }, false],
    ['without a password that was announced', { password: '' }, false],
    ['as XML without a receiver', { choice: { ...LETTER.choice, reportId: 'XML' } }, false],
  ])('%s', (_what, part, expected) => {
    expect(isComplete({ ...LETTER, ...part }, false)).toBe(expected);
  });
});
