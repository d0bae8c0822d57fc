import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArchive, writeArchive } from './testArchive.ts';

const file = fc.stringMatching(/^[a-z]{1,8}\/[A-Z]{1,3}\.json$/);
const line = fc.string().filter((text) => !/[\n\r]|^-- .+ --$/.test(text));
const text = fc.array(line).map((lines) => lines.map((each) => `${each}\n`).join(''));

it('reads back what was written, a byte order mark and broken JSON too', () => {
  const files = fc.array(fc.record({ file, text }), { minLength: 1 });
  fc.assert(
    fc.property(files, (given) => {
      expect(readArchive(writeArchive(given))).toEqual(given);
    }),
  );
  const broken = [{ file: 'pages/DM.page.json', text: '\uFEFF{ "page": \n' }];
  expect(readArchive(writeArchive(broken))).toEqual(broken);
});

it('refuses a text that begins with something else than a file', () => {
  expect(() => readArchive('{}\n-- pages/DM.page.json --\n')).toThrow('begins with');
});
