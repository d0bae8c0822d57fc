import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withChanges } from '../../schemas/compile/sourceChanges.ts';
import { changesBetween } from './changes.ts';

const files = fc
  .dictionary(fc.constantFrom('pages/A.json', 'pages/B.json', 'rules/C.json', 'rules/D.json'), fc.string())
  .map((texts) =>
    Object.entries(texts)
      .map(([file, text]) => ({ file, text }))
      .toSorted((a, b) => (a.file < b.file ? -1 : 1)),
  );
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n');

it('makes of the one set of files the other, with nothing that is the same already', () => {
  fc.assert(
    fc.property(files, files, (before, after) => {
      const changes = changesBetween(before, after);
      const texts = (all: typeof before) => all.map(({ file, text }) => [file, withoutReturns(text)]);
      expect(texts(withChanges(before, changes))).toEqual(texts(after));
      for (const { file, text } of changes) {
        const was = before.find((one) => one.file === file)?.text ?? null;
        expect(text === null ? null : withoutReturns(text)).not.toBe(was && withoutReturns(was));
      }
      expect(changesBetween(after, after)).toEqual([]);
    }),
  );
});

it('takes line ends for no change', () => {
  const at = (text: string) => [{ file: 'pages/A.json', text }];
  expect(changesBetween(at('{\r\n}'), at('{\n}'))).toEqual([]);
});
