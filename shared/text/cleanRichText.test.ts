import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanRichText, plainTextOf } from './cleanRichText.ts';
import { MAX_TABLE_SIZE } from './richText.ts';

const cell = (text: string) => ({
  type: 'tableCell',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

it('loses no cell of a table of any size, and makes none larger than a text holds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 35 }), fc.integer({ min: 1, max: 25 }), (rows, columns) => {
      const names = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (__, column) => `${row}/${column}`),
      );
      const content = names.map((row) => ({ type: 'tableRow', content: row.map(cell) }));
      const clean = cleanRichText({ type: 'doc', content: [{ type: 'table', content }] });
      expect(plainTextOf(clean).split('\n').filter(Boolean)).toEqual(names.flat());
      const tables = clean.content.map((block) => (block.type === 'table' ? block.content : []));
      for (const own of tables) {
        expect(own.length).toBeLessThanOrEqual(MAX_TABLE_SIZE);
        for (const row of own) expect(row.content.length).toBeLessThanOrEqual(MAX_TABLE_SIZE);
      }
    }),
  );
});
