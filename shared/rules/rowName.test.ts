import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { addressAt } from '../case/itemAddress.ts';
import { rowName } from './rowName.ts';

const catalogue = compileCatalogue(realSources);
const row = (group: string, path: [number, number?], sort: number) => ({
  group,
  rowNo: path[0],
  rowNo2: path[1] ?? 0,
  rowNo3: 0,
  rowId: `${group} ${path.join('.')}`,
  sort,
  deleted: false,
});

it('names a row by its position in each list, not by its number', () => {
  const rows = [
    row('G.k', [9], 1),
    row('G.k', [7], 2),
    row('E.i', [5], 1),
    row('E.i', [3], 2),
    row('G.k.4.r', [7, 3], 1),
    row('G.k.4.r', [7, 5], 2),
  ];
  const words = rowName(catalogue, rows, 'en');
  const at = (itemId: string, path: number[]) => words(addressAt(itemId, path));
  expect(at('G.k.2.2', [7])).toBe('Drug 2');
  expect(at('G.k.4.r.8', [7, 5])).toBe('Drug 2 › Dosage 2');
  // the position of an assessment is that of its reaction
  expect(at('G.k.9.i.4', [9, 3])).toMatch(/^Drug 1 › .* 2$/);
  expect(at('G.k.2.2', [0])).toBe('');
  expect(at('C.1.3', [])).toBe('');
});
