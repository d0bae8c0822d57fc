import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingWords, inkOf } from './wordDiff.ts';

const marked = (text: string, other: string): string =>
  differingWords(text, other)
    .map((part) => (part.differs ? `[${part.text}]` : part.text))
    .join('');

describe('words that differ', () => {
  it.each([
    ['the patient recovered', 'the patient recovered', 'the patient recovered'],
    ['the old patient recovered', 'the patient recovered', 'the [old ]patient recovered'],
    ['the patient died', 'the patient recovered', 'the patient [died]'],
    ['fever', '', '[fever]'],
    ['患者は回復した', '患者は死亡した', '患者は[回復]した'],
    ['Headache ', 'Headache', 'Headache[ ]'],
    ['one  two', 'one two', 'one [ ]two'],
    ['One.\n\nTwo.', 'One. Two.', 'One.[\n\n]Two.'],
    ['One. Two.', 'One.\n\nTwo.', 'One.[ ]Two.'],
    ['환자는 회복하였다', '환자는 사망하였다', '환자는 [회복하였다]'],
  ])('are marked in %s', (text, other, expected) => {
    expect(marked(text, other)).toBe(expected);
  });

  it('show line breaks where nothing else is marked', () => {
    expect([inkOf('\n\n'), inkOf(' '), inkOf('died.\n')]).toEqual(['↵\n↵\n', ' ', 'died.\n']);
  });

  it('leave the text as it is, whatever it is compared with', () => {
    const text = fc
      .array(fc.constantFrom('a ', 'b', 'c\n', ' ', '字'), { maxLength: 20 })
      .map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(
          differingWords(one, other)
            .map((part) => part.text)
            .join(''),
        ).toBe(one);
      }),
    );
  });

  it('are none but the whole where the texts are too long to be compared', () => {
    const long = 'word '.repeat(3000);
    expect(differingWords(long, `${long}end`)).toEqual([{ text: long, differs: true }]);
  });
});
