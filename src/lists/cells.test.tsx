// @vitest-environment happy-dom
/** How cells of codes are drawn. */
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ListRow } from '../../shared/contract/index.ts';
import components from '../i18n/locales/en/start/components.json';
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
const drawn = (row: ListRow, as: Partial<ListColumn> = {}): string[] => {
  const holder = document.createElement('div');
  holder.innerHTML = renderToStaticMarkup(
    <MantineProvider>{drawCell({ ...column, ...as }, row, 'Asia/Seoul')}</MantineProvider>,
  );
  return [...holder.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent);
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

it('says days to the last one in time in words, which stand out when they press', async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { components } } });
  const left = (days: string) => drawn(aRow({ cells: { state: days } }), { kind: 'daysLeft' });
  expect(['-1', '0', '1', '12'].flatMap(left)).toEqual([
    '1 day overdue',
    'Due today',
    '1 day left',
    '12 days left',
  ]);
});
