// @vitest-environment happy-dom
/** Tables as spreadsheets copy them. */
import { expect, it } from 'vitest';
import { tableOf } from './readTable.ts';

const read = (...rows: string[]) =>
  tableOf({ html: `<table>${rows.map((cells) => `<tr>${cells}</tr>`).join('')}</table>`, text: '' });

it('a cell merged over several rows leaves what is beside it in its column', () => {
  expect(
    read(
      '<td>Drug</td><td>Dose</td><td>Unit</td>',
      '<td rowspan="2">Aspirin</td><td>5</td><td>mg</td>',
      '<td>10</td><td>g</td>',
      '<td>Ibuprofen</td><td>20</td><td>mg</td>',
    ),
  ).toEqual([
    ['Drug', 'Dose', 'Unit'],
    ['Aspirin', '5', 'mg'],
    ['', '10', 'g'],
    ['Ibuprofen', '20', 'mg'],
  ]);
});

it('so do cells merged across, both ways, in the middle, and more than there are rows', () => {
  expect(
    read(
      '<td>a</td><td colspan="2" rowspan="2">b</td><td rowspan="9">c</td><td>d</td>',
      '<td>e</td><td>f</td>',
      '<td>g</td><td>h</td><td>i</td><td>j</td>',
    ),
  ).toEqual([
    ['a', 'b', '', 'c', 'd'],
    ['e', '', '', '', 'f'],
    ['g', 'h', 'i', '', 'j'],
  ]);
});
