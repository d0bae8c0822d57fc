import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWhole, ownSafeName } from './fileNames.ts';

const TEXT = '<?xml version="1.0"?>\n<ack><part>1</part></ack>\n';
const marked = `\uFEFF${TEXT}`;

it.each<[encoding: string, Uint8Array]>([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(marked)],
  ['utf-16le', Buffer.from(marked, 'utf16le')],
  ['utf-16be', Buffer.from(marked, 'utf16le').swap16()],
])(
  'an answer in %s that was just written is whole with its last tag, and no part of it is',
  (encoding, all) => {
    const now = new Date();
    const isWholeWith = (bytes: Uint8Array) => isWhole({ kind: 'answer', bytes }, now.getTime(), now);
    expect(isWholeWith(all)).toBe(true);
    const whole = Array.from(all, (_, length) => all.subarray(0, length)).filter(isWholeWith);
    const texts = whole.map((bytes) => new TextDecoder(encoding, { fatal: true }).decode(bytes));
    expect(texts.filter((text) => text.trim() !== TEXT.trim())).toEqual([]);
  },
);

it.each([
  ['EMA', 'EMA'],
  ['Hanbit Pharma Co.', 'Hanbit_Pharma_Co.'],
])('a receiver %s has the folder %s', (name, folder) => {
  expect(ownSafeName(name)).toBe(folder);
});

it('no two receivers have one folder, and none leaves it', () => {
  const name = fc.string({
    unit: fc.constantFrom('A', ' ', '_', '/', '.', '제', '약'),
    minLength: 1,
    maxLength: 4,
  });
  const long = fc.string({ unit: fc.constantFrom('A', '제'), minLength: 89, maxLength: 92 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(name, long), { minLength: 2, maxLength: 50 }), (names) => {
      const folders = names.map(ownSafeName);
      expect(new Set(folders).size).toBe(names.length);
      expect(folders.filter((folder) => !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(folder))).toEqual([]);
    }),
  );
});
