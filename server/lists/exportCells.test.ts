import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '../files/xlsx.ts';
import { cellReader } from './exportCells.ts';
import type { ListColumn } from './listColumns.ts';

const MOMENT = { columnId: 'at', kind: 'dateTime', item: null } as ListColumn;

it.each([
  ['12', 12],
  ['-0.5', new Decimal('-0.5')],
  ['96.0', new Decimal('96.0')],
  ['123456789012345', 123456789012345],
  ['12345678901.12345', '12345678901.12345'],
  ['007', '007'],
  ['', ''],
])('has the number %s as %j', (number, cell) => {
  const hours = { columnId: 'hours', kind: 'number', item: null } as ListColumn;
  const cellsOf = cellReader({ columns: [hours], wordings: [new Map()] }, 'UTC');
  const row = { key: '1', name: '', deleted: false, caseKey: null, link: {}, may: null, cells: [number] };
  expect(cellsOf(row, { items: new Map(), cells: [] })).toEqual([cell]);
});

it.each(['UTC', 'Asia/Seoul', 'Asia/Kathmandu', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'says a moment as clocks in %s do, also when they are changed',
  (timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const cellsOf = cellReader({ columns: [MOMENT], wordings: [new Map()] }, timeZone);
    const readTime = (moment: Date) =>
      cellsOf(
        { key: '1', name: '', deleted: false, caseKey: null, link: {}, may: null, cells: [moment] },
        { items: new Map(), cells: [] },
      );
    const moments = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(readTime(moment)).toEqual([format.format(moment)]);
      }),
      { numRuns: 2000 },
    );
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour, 29, 59));
      expect(readTime(moment)).toEqual([format.format(moment)]);
    }
  },
);
