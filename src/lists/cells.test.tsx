// @vitest-environment happy-dom
/** How cells of codes are drawn. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ListRow } from '../../shared/contract/index.ts';
import { drawCell } from './cells.tsx';
import type { ListColumn } from './list.queries.ts';

const column: ListColumn = {
  columnId: 'state',
  columnLabel: 'State',
  kind: 'code',
  filterType: 'CHECK',
  tones: { open: 'warning' },
  page: '',
  visible: 'Y',
  filtered: 'N',
  sortable: 'N',
  filterText: '',
  width: null,
};
const aRow = (fields: Partial<ListRow>): ListRow => ({
  rowKey: '1',
  name: 'A',
  delFlag: 'N',
  link: null,
  cells: {},
  codes: {},
  ...fields,
});
const drawn = (row: ListRow): string[] => {
  const holder = document.createElement('div');
  holder.innerHTML = renderToStaticMarkup(
    <MantineProvider>{drawCell(column, row, 'Asia/Seoul')}</MantineProvider>,
  );
  return [...holder.querySelectorAll('[data-tone]')].map((badge) => badge.textContent);
};

it('draws each of several codes with its own word, whatever the words hold', () => {
  const row = aRow({
    cells: { state: 'Open, not read, Closed; done' },
    codes: { state: ['open', 'closed'] },
    words: { state: ['Open, not read', 'Closed; done'] },
  });
  expect(drawn(row)).toEqual(['Open, not read', 'Closed; done']);
});

it('draws one code with the text of the cell', () => {
  expect(drawn(aRow({ cells: { state: 'Open, not read' }, codes: { state: ['open'] } }))).toEqual([
    'Open, not read',
  ]);
});
