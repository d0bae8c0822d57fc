import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinParagraph, paragraphsOf, replaceParagraph, textOf } from './paragraphs.ts';

const aText = fc.string({ unit: fc.constantFrom('a', '글', ' ', '\n'), maxLength: 20 });
const aParagraph = fc.string({ unit: fc.constantFrom('b', '문', ' '), minLength: 1, maxLength: 5 });

it('are parted by blank lines, and there is always one', () => {
  expect(paragraphsOf('one\nstill one\n\ntwo\r\n\r\nthree')).toEqual(['one\nstill one', 'two', 'three']);
  expect(paragraphsOf('')).toEqual(['']);
});

it('lose nothing of the text', () => {
  const written = aText.filter((text) => text.replaceAll('\n', '') !== '');
  fc.assert(
    fc.property(written, (text) => {
      expect(textOf(paragraphsOf(text))).toBe(text);
    }),
  );
});

it('stand where they are put, whatever was there, and leave the others alone', () => {
  fc.assert(
    fc.property(
      fc.array(aParagraph, { minLength: 1 }),
      fc.nat({ max: 6 }),
      aParagraph,
      (before, index, paragraph) => {
        const after = paragraphsOf(textOf(replaceParagraph(before, index, paragraph)));
        expect(after[index]).toBe(paragraph);
        const others = after.slice(0, before.length).filter((_, at) => at !== index);
        expect(others).toEqual(before.filter((_, at) => at !== index));
      },
    ),
  );
});

it('begin anew where a blank line is typed', () => {
  expect(replaceParagraph(['one', 'three'], 0, 'one\n\ntwo')).toEqual(['one', 'two', 'three']);
});

it('leave nothing behind where all are emptied', () => {
  expect(textOf(replaceParagraph(['', 'the only one'], 1, ''))).toBe('');
});

it('are joined with the one before', () => {
  expect(joinParagraph(['one', 'two', 'three'], 1)).toEqual(['onetwo', 'three']);
});
