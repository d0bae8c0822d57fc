// @vitest-environment happy-dom
/** What was typed into a field of a row that a key leaves: the field is gone, and what it had not stored yet with it. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { ItemField } from '../item/ItemField.tsx';
import { FormRoot } from '../PageForm.tsx';
import type { EngineServices } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { Group } from './Group.tsx';

const catalogue = compileCatalogue(realSources);
const DOSAGE = 'G.k.4.r';
const UNIT = (row: number) => addressAt('G.k.4.r.1b', [1, row]);
const START = (row: number) => addressAt('G.k.4.r.4', [1, row]);

let endForm = () => Promise.resolve();

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(async () => {
  // other files are in this document, too
  await endForm();
  vi.unstubAllGlobals();
  notifications.clean();
});

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
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  endForm = async () => {
    await act(async () => root.unmount());
    place.remove();
  };
  await act(async () =>
    root.render(
      <MantineProvider>
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
        </FormRoot>
      </MantineProvider>,
    ),
  );
  const inputOf = (itemId: string): HTMLInputElement => {
    const input = document.querySelector<HTMLInputElement>(`[data-item="${itemId}"] input`);
    if (!input) throw new Error(`there is no field of ${itemId}`);
    return input;
  };
  return {
    session,
    openRow: () => document.querySelector<HTMLElement>('[data-row]')?.dataset.row,
    type: (itemId: string, text: string) =>
      act(async () => {
        const input = inputOf(itemId);
        input.focus();
        // past the setter by which React knows what it has written itself
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    press: (key: string) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', {
          key,
          code: `Key${key.toUpperCase()}`,
          altKey: true,
          bubbles: true,
          cancelable: true,
        });
        document.activeElement?.dispatchEvent(event);
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
