/** What the browser reads of the rows of a list by name comes with every row, also where the user has hidden the column. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ListSourceFile } from '../../schemas/compile/lists.ts';

const root = join(import.meta.dirname, '..', '..');
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A view of the product, whose columns nobody hides, is read here. */
const OF_A_VIEW = ['src/frame/palette/PaletteDialog.tsx'];

it('answers with every row the columns that actions read', () => {
  const lists = filesIn('schemas/lists', '.list.json').map(
    (file) => JSON.parse(textOf(file)) as ListSourceFile,
  );
  const always = new Set(
    lists.flatMap(({ columns = [] }) => columns.filter((one) => one.always).map(({ column }) => column)),
  );
  const reads = [...filesIn('src', '.ts'), ...filesIn('src', '.tsx')]
    .filter((file) => !file.includes('.test.') && !OF_A_VIEW.includes(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\b(?:cells|codes)\['(\w+)'\]/g)].map(([, column = '']) => ({
        file,
        column,
      })),
    );
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter(({ column }) => !always.has(column))).toEqual([]);
});
