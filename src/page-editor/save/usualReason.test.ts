/** The reason that a save usually has. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { usualReason } from './usualReason.ts';

const catalogue = compileCatalogue(realSources);
const itemOf = (role: string) => catalogue.roles[role] ?? '';

/** A page on which values were changed: by role what was there, and what is. */
const changed = (values: Record<string, [string | null, string | null]>) => ({
  catalogue,
  session: {
    original: ({ itemId }: { itemId: string }) => {
      const role = Object.keys(values).find((one) => itemOf(one) === itemId) ?? '';
      return { ...EMPTY_VALUE, value: values[role]?.[0] ?? null };
    },
  },
  changes: {
    items: Object.entries(values).map(([role, [, value]]) => ({
      ...addressAt(itemOf(role), []),
      ...EMPTY_VALUE,
      value,
    })),
    rows: [],
  },
});

it('is new data for first values, on all pages', () => {
  expect(usualReason([changed({ patientInitials: [null, 'AB'] }), changed({ sex: [null, '1'] })])).toBe(
    'New Data',
  );
});

it('is edited data where something else was there', () => {
  expect(usualReason([changed({ patientInitials: [null, 'AB'] }), changed({ sex: ['2', '1'] })])).toBe(
    'Edited Data',
  );
  expect(usualReason([changed({ sex: ['2', null] })])).toBe('Edited Data');
});

it('is new data with a date of newer information, and does not mind what is computed', () => {
  expect(usualReason([changed({ mostRecentInformation: ['20260101', '20260201'], sex: ['2', '1'] })])).toBe(
    'New Data',
  );
  expect(usualReason([changed({ ageAtOnset: ['4', '5'], sex: [null, '1'] })])).toBe('New Data');
});

it('is edited data for a deleted row', () => {
  const page = changed({});
  const row = { group: 'x', rowId: 'x', rowNo: 1, rowNo2: 0, rowNo3: 0, sort: 1, deleted: true };
  expect(usualReason([{ ...page, changes: { ...page.changes, rows: [row] } }])).toBe('Edited Data');
});
