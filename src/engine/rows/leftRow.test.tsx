// @vitest-environment happy-dom
/** What was typed into a field of a row that a key leaves: the field is gone, and what it had not stored yet with it. */
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { ItemField } from '../item/ItemField.tsx';
import { FormRoot } from '../PageForm.tsx';
import type { EngineServices } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { Group } from './Group.tsx';
import { fill, press, render, startWithEmptyDocument } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const DOSAGE = 'G.k.4.r';
const UNIT = (row: number) => addressAt('G.k.4.r.1b', [1, row]);
const START = (row: number) => addressAt('G.k.4.r.4', [1, row]);

afterEach(() => notifications.clean());
startWithEmptyDocument();

const row = (rowNo2: number): CaseRow => {
  return { group: DOSAGE, rowNo: 1, rowNo2, rowNo3: 0, rowId: `row ${rowNo2}`, sort: rowNo2, deleted: false };
};

/** Two dosages, of which the first is open. */
async function dosages() {
  const session = createPageSession({
    content: {
      values: [{ ...START(1), value: '2024', nullFlavor: null, notation: null }],
      rows: [row(1), row(2)],
    },
    catalogue,
    page: 'DG',
    rowNo: 1,
    readOnly: false,
  });
  const services: Partial<EngineServices> = {
    codes: async () => ({ codes: [{ code: 'mg', label: 'milligram' }], open: false, cached: true }),
    termOf: async () => null,
  };
  const fields = [UNIT(1), START(1)].flatMap(({ itemId }) => catalogue.items[itemId] ?? []);
  await render(
    <FormRoot
      session={session}
      catalogue={catalogue}
      page="DG"
      language="en"
      appendix={null}
      services={services as EngineServices}
      readOnly={false}
      focusAddress={UNIT(1)}
    >
      <Group
        groupId={DOSAGE}
        renderContent={() => fields.map((item) => <ItemField key={item.itemId} item={item} />)}
      />
    </FormRoot>,
  );
  const inputOf = (itemId: string): HTMLInputElement => {
    const input = document.querySelector<HTMLInputElement>(`[data-item="${itemId}"] input`);
    if (!input) throw new Error(`there is no field of ${itemId}`);
    return input;
  };
  return {
    session,
    openRow: () => document.querySelector<HTMLElement>('[data-row]')?.dataset.row,
    type: async (itemId: string, text: string) => {
      const input = inputOf(itemId);
      await act(async () => input.focus());
      await fill(input, text);
    },
    press: (key: string) =>
      press(key, document.activeElement ?? document.body, {
        code: `Key${key.toUpperCase()}`,
        altKey: true,
        cancelable: true,
      }),
  };
}

it.each(['ArrowDown', 'a'])('is stored before %s opens another row', async (key) => {
  const { session, openRow, type, press } = await dosages();
  expect(openRow()).toBe('row 1');
  await type(UNIT(1).itemId, 'milligram');
  await press(key);
  expect(openRow()).not.toBe('row 1');
  expect(session.changes().items).toMatchObject([{ ...UNIT(1), value: 'mg' }]);
});

it.each(['ArrowDown', 'a'])('keeps its row open once where it means nothing, by %s', async (key) => {
  const { session, openRow, type, press } = await dosages();
  await type(START(1).itemId, 'soon');
  await press(key);
  expect([openRow(), session.get(START(1)).value]).toEqual(['row 1', null]);
  await press(key);
  expect(openRow()).not.toBe('row 1');
});
