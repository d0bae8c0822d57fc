/** A table from a spreadsheet becomes rows: what is recognised, what is refused and why, and the way back. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { addressAt } from '../shared/case/itemAddress.ts';
import type { PageSession } from '../src/engine/index.ts';
import { PageStory, underHelpLine } from './PageStory.tsx';

const meta = { title: 'Paste', component: PageStory, parameters: underHelpLine } satisfies Meta<
  typeof PageStory
>;
export default meta;

type Story = StoryObj<typeof PageStory>;

const DOSAGES = 'G.k.4.r';
let session: PageSession;
const onDrug: Story['args'] = {
  page: 'DG',
  appendix: 'KR',
  language: 'en',
  content: { values: [], rows: [] },
  prepare: (made) => {
    session = made;
  },
};
const rows = () => session.store.get(session.rows(DOSAGES, [1]));

/** What a spreadsheet puts on the clipboard: the same table as text and as html. */
function copied(table: readonly (readonly string[])[], html = false): DataTransfer {
  const data = new DataTransfer();
  data.setData('text/plain', table.map((row) => row.join('\t')).join('\n'));
  const cells = (row: readonly string[]) =>
    row.map((cell) => `<td>${cell.replace('\n', '<br>')}</td>`).join('');
  if (html)
    data.setData('text/html', `<table>${table.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`);
  return data;
}

const TABLE = [
  ['Batch / lot number', '투여 시작일', 'Dose', 'Unit', 'Remark'],
  ['A-1', '5 Jan 2024', '2,5', 'mg', 'given at home'],
  ['B-2', 'soon', '1,234.5', 'furlong', ''],
  ['x'.repeat(60), '2024-UK-UK', '10', 'milligram', ''],
];
const dialog = async () => within(await screen.findByRole('dialog'));

/** Columns are recognised by label, every cell says what becomes of it, and the paste is one step to undo. */
export const Preview: Story = {
  args: onDrug,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Paste a table: Dosages' }));
    const open = await dialog();
    const area = open.getByLabelText('Copied table');
    await waitFor(() => expect(area).toHaveFocus());
    await userEvent.paste(copied(TABLE, true));
    await open.findByText(/is not in|not in the list/);
    await expect(open.getByRole('combobox', { name: 'Item of column 1' })).toHaveValue('G.k.4.r.7');
    await expect(open.getByRole('combobox', { name: 'Item of column 4' })).toHaveValue('G.k.4.r.1b');
    await expect(open.getByRole('combobox', { name: 'Item of column 5' })).toHaveValue('');
    await expect(open.getByText('2024-01-05')).toBeVisible();
    await expect(open.getByText(/not a date/)).toBeVisible();
    await expect(open.getByText('longer than 35 characters')).toBeVisible();
    await expect(open.getByText(/^may be thousands or decimals/)).toBeVisible();
  },
};

/** Words of coded items become the terms that they name; others are looked up from the preview. */
export const Terms: Story = {
  args: onDrug,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Paste a table: Dosages' }));
    const open = await dialog();
    const area = open.getByLabelText('Copied table');
    await waitFor(() => expect(area).toHaveFocus());
    await userEvent.paste(copied([['Route of administration'], ['nausea'], ['by mouth']]));
    await open.findByText('Nausea');
    await userEvent.click(await open.findByRole('button', { name: 'Look up by mouth' }));
    await waitFor(() => expect(open.getAllByText('Nausea')).toHaveLength(2));
    await userEvent.click(open.getByRole('button', { name: 'Paste 2 rows' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    const routes = rows().map(({ rowNo2 }) => session.get(addressAt('G.k.4.r.10.2b', [1, rowNo2])).value);
    await expect(routes).toEqual(['10028813', '10028813']);
  },
};

/** The good cells of each row are written; undo takes all of it back at once. */
export const Applied: Story = {
  args: onDrug,
  play: async (context) => {
    await Preview.play?.(context);
    const open = await dialog();
    await userEvent.click(open.getByRole('button', { name: /^Paste \d rows$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(rows()).toHaveLength(3);
    await expect(session.get(addressAt('G.k.4.r.1a', [1, 1])).value).toBe('2.5');
    await expect(session.get(addressAt('G.k.4.r.1a', [1, 2])).value).toBeNull();
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Dosage 1/));
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(session.changes()).toEqual({ items: [], rows: [] });
    await expect(document.activeElement).not.toBe(document.body);
  },
};

/** A table pasted into a field of the group opens the dialog; a single cell, or text in a text area, is just pasted. */
export const IntoAField: Story = {
  args: onDrug,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '+ Add Dosage' }));
    const lot = document.querySelector<HTMLInputElement>('[data-item="G.k.4.r.7"] input');
    if (!lot) throw new Error('no field for the lot');
    lot.focus();
    await userEvent.paste(copied([['LOT']]));
    await expect(lot).toHaveValue('LOT');
    await userEvent.clear(lot);
    await userEvent.paste(copied([['A', '2024']]));
    const open = await dialog();
    await userEvent.click(await open.findByRole('radio', { name: 'Fill 1 empty row first' }));
    await userEvent.selectOptions(open.getByRole('combobox', { name: 'Item of column 1' }), 'G.k.4.r.7');
    await userEvent.click(open.getByRole('button', { name: 'Paste 1 row' }));
    await expect(rows()).toHaveLength(1);
    await expect(session.get(addressAt('G.k.4.r.7', [1, 1])).value).toBe('A');
  },
};

/** Where nothing may be written no table is taken. */
export const ReadOnly: Story = {
  args: { ...onDrug, readOnly: true },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('heading');
    await expect(canvas.queryByRole('button', { name: /Paste a table/ })).toBeNull();
  },
};
