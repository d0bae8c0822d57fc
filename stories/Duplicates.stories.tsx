/** The duplicate check: its form by type of report, and the dialog of what it found in each of its states. */
import type { Meta } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { compareTyped, listCheckProducts, listDuplicates, createFollowUp } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, silent, type FakeCall } from './app/fakeCalls.ts';
import { sampleCompared, sampleDuplicates } from './app/sampleDuplicates.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Duplicates' } satisfies Meta;
export default meta;

const PATH = 'case/duplication-check';
const OF_CASE = `${PATH}?caseKey=7`;
const WAIT = { timeout: 15_000 };

const products = fake(listCheckProducts, () => ({
  listInfo: [{ productKey: 1, productName: 'Hanbitol', substance: 'hanbitolum' }],
}));
const finds = (more: Parameters<typeof sampleDuplicates>[0] = {}): FakeCall =>
  fake(listDuplicates, () => sampleDuplicates(more));
const story = (path: string, ...calls: FakeCall[]) => appStory(path, { calls: [products, ...calls] });

const check = async () => userEvent.click(await screen.findByRole('button', { name: 'Check' }, WAIT));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Possible duplicates' }, WAIT));

/** What is asked of a report that is not from a trial; a product of the sponsor is chosen. */
export const Form = {
  ...story(PATH, finds()),
  play: async () => {
    await soon(() => expect(screen.getByRole('textbox', { name: /Patient name or initials/ })).toBeVisible());
    const choice = await screen.findByRole('combobox', { name: 'Sponsor’s product' }, WAIT);
    await userEvent.click(choice);
    await userEvent.click(await screen.findByRole('option', { name: /Hanbitol/ }));
    await soon(() => expect(screen.getByText('Hanbitol')).toBeVisible());
  },
};

/** Nothing was found: a dialog of medium size. */
export const NothingFound = {
  ...story(PATH, finds({ listInfo: [] })),
  play: async () => {
    await check();
    const found = await dialog();
    await expect(found.getByText(/No duplicates found/)).toBeVisible();
    await expect(found.getByText(/Missing key data limits the search.*Age/)).toBeVisible();
    await expect(found.queryByRole('grid')).toBeNull();
  },
};

/** Cases were found: the columns of the specification, sorted by what is likely. */
export const Found = {
  ...story(PATH, finds()),
  play: async () => {
    await check();
    const found = await dialog();
    const heads = found.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await expect(heads).toEqual([
      'Case number',
      'Score',
      'Actions',
      'Last change',
      'Report type',
      'Patient',
      'Age',
      'Sex',
      'Product',
      'Reaction',
      'Start of the reaction',
    ]);
    await expect(found.getByRole('grid').getBoundingClientRect().width).toBe(1655);
    await expect(found.getByText(/3 likely duplicates/)).toBeVisible();
    await userEvent.click(found.getByRole('button', { name: 'Not a duplicate of DEMO-2024-0001' }));
    const confirmation = within(await screen.findByRole('dialog', { name: /Why is this not a duplicate/ }));
    await userEvent.type(confirmation.getByRole('textbox'), 'Another hospital');
    await userEvent.click(confirmation.getByRole('button', { name: 'Not a duplicate' }));
    await soon(() => expect(found.getByText(/2 likely duplicates/)).toBeVisible());
    await waitFor(() => expect(found.getByRole('button', { name: /Undo.*0001/ })).toBeVisible());
  },
};

/** A trial has other columns, and a wider table. */
export const Trial = {
  ...story(PATH, finds({ trial: true })),
  play: async () => {
    await check();
    const found = await dialog();
    const heads = found.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await expect(heads.slice(5, 8)).toEqual(['Organisation', 'Study number', 'Subject or record number']);
    await expect(found.getByRole('grid').getBoundingClientRect().width).toBe(1940);
  },
};

/** Why a case was found, field by field; Escape leads back to the dialog. */
export const Evidence = {
  ...story(PATH, finds()),
  play: async () => {
    await check();
    const found = await dialog();
    await userEvent.click(found.getByRole('button', { name: 'Why DEMO-2024-0002 was found' }));
    const why = within(await screen.findByRole('dialog', { name: 'Why DEMO-2024-0002 was found' }));
    const line = (name: string) => within(why.getByRole('rowheader', { name }).closest('tr') as HTMLElement);
    await expect(line('Date of birth').getByText('Day and month swapped')).toBeVisible();
    await expect(line('Age').getByText('Years apart: 1')).toBeVisible();
    await expect(line('Sex').getByText('Differs')).toBeVisible();
    await expect(line('Country').getByText('Missing')).toBeVisible();
  },
};

const compares = (more: Parameters<typeof sampleCompared>[0] = {}): FakeCall =>
  fake(compareTyped, () => sampleCompared(more));
const FOLLOW_UP = { name: 'Follow-up of DEMO-2024-0001' };

/** Checks, and asks for a follow-up of the first case by the keyboard. */
async function askForFollowUp() {
  await check();
  const found = await dialog();
  const opener = found.getByRole('button', FOLLOW_UP);
  opener.focus();
  await userEvent.keyboard('{Enter}');
  return { opener, taking: within(await screen.findByRole('dialog', FOLLOW_UP, WAIT)) };
}

const made = fn();

/** Values the case does not have are ticked; differing ones are applied only if the user ticks them. */
export const FollowUp = {
  ...story(
    PATH,
    finds(),
    compares(),
    fake(createFollowUp, ({ body }) => {
      made(body.typed?.take.map(({ itemId, rowNo }) => [itemId, rowNo]));
      return { caseKey: 7, caseNo: 'DEMO-2024-0001', versionNo: 2 };
    }),
  ),
  play: async () => {
    made.mockClear();
    const { opener, taking } = await askForFollowUp();
    // who opened it with Enter has made nothing by pressing it once more
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/Selected values are applied/));
    await userEvent.keyboard('{Enter}');
    const lines = () =>
      taking
        .getAllByRole('checkbox')
        .map((box) => [box.getAttribute('aria-label'), (box as HTMLInputElement).checked]);
    await expect(lines()).toEqual([
      ['Select all rows shown', false],
      ['Select Patient › Patient name or initials', false],
      ['Select Patient › Hospital record number', true],
      ['Select Patient › Age at onset', false],
      ['Select Reactions › Reaction 1 › Reaction in native language', false],
      ['Select Drugs › Drug 3 › Product name as reported', true],
    ]);
    await expect(taking.getByText(/2 entered values are the same/)).toBeVisible();
    await waitFor(() =>
      expect(taking.getByRole('row', { name: /Age at onset.*540 month.*46 year/ })).toBeVisible(),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', FOLLOW_UP)).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());

    await userEvent.keyboard('{Enter}');
    const again = within(await screen.findByRole('dialog', FOLLOW_UP, WAIT));
    await userEvent.click(again.getByRole('checkbox', { name: /Age at onset/ }));
    await userEvent.click(again.getByRole('button', { name: 'Create follow-up' }));
    await waitFor(() =>
      expect(made.mock.calls).toEqual([
        [
          [
            ['D.1.1.3', 0],
            ['D.2.2a', 0],
            ['G.k.2.2', 2],
          ],
        ],
      ]),
    );
  },
};

/** Both sides of each item stand beside each other where there is no room for a table. */
export const FollowUpNarrow = {
  ...story(PATH, finds(), compares()),
  globals: { viewport: { value: 'mobile2' } },
  play: async () => {
    await expect(innerWidth).toBeLessThan(500);
    const { taking } = await askForFollowUp();
    const grid = taking.getByRole('grid');
    await expect(grid.scrollWidth).toBeLessThanOrEqual(grid.parentElement?.clientWidth ?? 0);
    const row = within(taking.getByRole('row', { name: /Reaction in native language/ }));
    const [, , before, typed] = row.getAllByRole('gridcell').map((cell) => cell.getBoundingClientRect());
    await expect(before?.top).toBe(typed?.top);
    await expect(before?.right).toBeLessThanOrEqual(typed?.left ?? 0);
  },
};

/** What was typed brings nothing new: there is nothing to choose. */
export const FollowUpWithoutNews = {
  ...story(
    PATH,
    finds(),
    compares({ listInfo: sampleCompared().listInfo.filter(({ effect }) => effect === 'same') }),
  ),
  play: async () => {
    const { taking } = await askForFollowUp();
    await expect(taking.getByText(/entered no new information/)).toBeVisible();
    await expect(taking.queryByRole('grid')).toBeNull();
    await expect(taking.getByText(/1 entered value is the same/)).toBeVisible();
  },
};

/** With nothing to compare, nothing is claimed of duplicates. */
export const TooLittle = {
  ...story(PATH, finds({ isTooLittle: true, listInfo: [] })),
  play: async () => {
    await check();
    const found = await dialog();
    await expect(found.getByText(/Nothing was compared yet. Enter at least two/)).toBeVisible();
    await expect(found.queryByText(/No duplicates/)).toBeNull();
  },
};

/** Fewer cases from a higher score on; a certain one stays. */
export const Threshold = {
  ...story(PATH, finds()),
  play: async () => {
    await check();
    const found = await dialog();
    const slider = found.getByRole('slider');
    slider.focus();
    await userEvent.keyboard('{End}');
    await soon(() => expect(found.getByText('1 case shown')).toBeVisible());
    await expect(found.getByText('Certain')).toBeVisible();
  },
};

/** A stored case: dismissed duplicates come last and can be restored with a reason. */
export const OfCase = {
  ...story(
    OF_CASE,
    finds({ caseKey: 7, caseNo: 'DEMO-2024-0007', hasEmptyItemCases: false, emptyItems: [] }),
  ),
  play: async () => {
    const found = await dialog();
    const rows = found.getAllByRole('row');
    await expect(rows.at(-1)).toHaveTextContent('Not a duplicate');
    await userEvent.click(found.getByRole('button', { name: /^Undo/ }));
    await soon(() =>
      expect(screen.getByRole('dialog', { name: /Why could this be a duplicate/ })).toBeVisible(),
    );
  },
};

export const Checking = {
  ...story(OF_CASE, silent(listDuplicates)),
  play: async () => {
    await soon(() => expect(screen.getByText('Looking for duplicates')).toBeVisible());
  },
};
