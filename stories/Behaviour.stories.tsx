/** The engine during editing, on real pages. */
import { Profiler } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import type { PageSession } from '../src/engine/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { findingOn } from '../shared/faces/faceSheet.ts';
import { PageStory, underHelpLine, type PageStoryProps } from './PageStory.tsx';
import { sampleContent } from './sampleContent.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Behaviour', component: PageStory, parameters: underHelpLine } satisfies Meta<
  typeof PageStory
>;
export default meta;

type Story = StoryObj<typeof PageStory>;

/** what is shown, not what is only spoken */
const SHOWN = { ignore: '[role="status"]' };
const EMPTY: CaseContent = { values: [], rows: [] };
const DRUG = sampleContent(catalogueOf('KR'), 'DG');

let session: PageSession;
const prepare = (made: PageSession): void => {
  session = made;
};
const on = (page: string, content: CaseContent, more: Partial<PageStoryProps> = {}): Story => ({
  args: { page, appendix: 'KR', language: 'en', content, prepare, ...more },
});
const item = (itemId: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-item="${itemId}"]`);
  if (!found) throw new Error(`no item ${itemId}`);
  return found;
};
const field = (itemId: string, parent: ParentNode = document): HTMLElement => {
  const found = parent.querySelector<HTMLElement>(`[data-item="${itemId}"] :is(input, textarea)`);
  if (!found) throw new Error(`no field of ${itemId}`);
  return found;
};

/**
 * Typing in a text renders nothing else and changes one address, but once what its code says of the change; restoring the
 * original text is no change.
 */
const commits = fn();
export const Typing: Story = {
  ...on('DG', DRUG),
  decorators: [
    (Story) => (
      <Profiler id="page" onRender={commits}>
        {Story()}
      </Profiler>
    ),
  ],
  play: async () => {
    const name = field('G.k.2.2');
    await userEvent.click(name);
    const atCode = () => within(item('G.k.2.1.1b')).queryByText(/The text was changed/);
    await expect(atCode()).toBeNull();
    await userEvent.type(name, 'x');
    await soon(() => expect(atCode()).toBeVisible());
    await expect(field('G.k.2.1.1b')).toHaveAccessibleDescription(/The text was changed/);
    commits.mockClear();
    await userEvent.type(name, 'yz');
    await expect(commits).not.toHaveBeenCalled();
    await expect(name).toHaveValue('Product name as reportedxyz');
    await expect(session.changes().items).toMatchObject([
      { itemId: 'G.k.2.2', value: 'Product name as reportedxyz' },
    ]);
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    await expect(session.changes()).toEqual({ items: [], rows: [] });
    await soon(() => expect(atCode()).toBeNull());
  },
};

/** A null flavor from the keyboard clears the value; typing clears the null flavor; each can be undone. */
export const NullFlavor: Story = {
  ...on('DM', sampleContent(catalogueOf('KR'), 'DM')),
  play: async () => {
    const initials = field('D.1');
    const address = addressAt('D.1', []);
    await userEvent.click(initials);
    await userEvent.keyboard('{Alt>}n{/Alt}');
    await screen.findByRole('menu');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(screen.queryByRole('menu')).toBeNull();
    await expect(initials).toHaveFocus();
    await expect(session.get(address)).toMatchObject({ value: null, nullFlavor: 'UNK' });
    await expect(initials).toHaveAccessibleDescription(/unknown/);
    await userEvent.type(initials, 'AB');
    await expect(session.get(address)).toMatchObject({ value: 'AB', nullFlavor: null });
    await userEvent.keyboard('{Alt>}u{/Alt}');
    await expect(session.changes().items).toEqual([]);
    await expect(initials).toHaveValue('Patient name or initials');
  },
};

/** A code is found by its words from the keyboard; what is not in the list changes nothing and says so. */
export const CodeFromKeyboard: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const country = field('E.i.9');
    const address = addressAt('E.i.9', [1]);
    await userEvent.click(country);
    await screen.findByRole('listbox');
    await userEvent.type(country, 'south kor');
    await waitFor(() => expect(country).toHaveAttribute('aria-activedescendant'));
    await userEvent.keyboard('{Enter}');
    await expect(session.get(address).value).toBe('KR');
    await expect(country).toHaveValue('KR South Korea');
    await userEvent.clear(country);
    await userEvent.type(country, 'atlantis');
    await userEvent.tab();
    await expect(session.get(address).value).toBe('KR');
    await soon(() => expect(screen.getByText(/"atlantis" is not in the list/, SHOWN)).toBeVisible());
    await userEvent.clear(country);
    await userEvent.tab();
    await expect(session.get(address).value).toBeNull();
  },
};

/** A date in any clear form; what is none is cleared on leaving, said so, and comes back on request. */
export const Dates: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const start = field('E.i.4');
    const address = addressAt('E.i.4', [1]);
    await userEvent.type(start, '5 MAR 2024');
    await userEvent.tab();
    await expect(session.get(address).value).toBe('20240305');
    await expect(start).toHaveValue('2024-03-05');
    await userEvent.clear(start);
    await userEvent.type(start, '2024-02-30');
    await userEvent.tab();
    await expect(session.get(address).value).toBeNull();
    await soon(() => expect(screen.getByText(/this day does not exist/, SHOWN)).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect(session.get(address).value).toBe('20240305');
  },
};

/** Rows are added, deleted and restored; a new row takes the focus. */
export const Rows: Story = {
  ...on('DG', EMPTY),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '+ Add Dosage' }));
    const dose = field('G.k.4.r.1a');
    await waitFor(() => expect(dose).toHaveFocus());
    await userEvent.type(dose, '12.5mg');
    await expect(session.get(addressAt('G.k.4.r.1a', [1, 1])).value).toBe('12.5');
    await userEvent.click(canvas.getByRole('button', { name: '+ Add Dosage' }));
    await waitFor(() => expect(field('G.k.4.r.1a')).toHaveValue(''));
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Dosage 1' }));
    await expect(session.changes().rows.map(({ rowNo2 }) => rowNo2)).toEqual([2]);
    await userEvent.click(canvas.getByRole('button', { name: 'Restore Dosage 1' }));
    const first = canvas.getByRole('button', { name: 'Dosage 1' });
    first.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect(canvas.getByRole('button', { name: 'Dosage 2' })).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    const rows = session.store.get(session.rows('G.k.4.r', [1]));
    await expect(rows.map(({ rowNo2 }) => rowNo2)).toEqual([2, 1]);
  },
};

/** A finding three levels deep is counted on every closed row above it; the link to it opens them all. */
const DEEP = addressAt('G.k.9.i.2.r.2', [1, 2, 1]);
export const FocusInClosedRows: Story = {
  ...on('DG', DRUG, { findings: [findingOn(DEEP)], focusAddress: DEEP }),
  play: async () => {
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-item]')).toHaveAttribute('data-item', DEEP.itemId),
    );
    await expect(document.activeElement).toHaveAccessibleDescription(/End date is before/);
    await expect(document.activeElement).toHaveAttribute('aria-invalid', 'true');
    await expect(screen.getAllByText('1 finding')).toHaveLength(2);
  },
};

/** Enter that ends a Korean, Japanese or Chinese composition chooses nothing and moves nothing. */
export const Composition: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const outcome = field('E.i.7');
    await userEvent.click(outcome);
    await screen.findByRole('listbox');
    await userEvent.keyboard('{ArrowDown}');
    await fireEvent.keyDown(outcome, { key: 'Enter', keyCode: 229, isComposing: true });
    await expect(session.get(addressAt('E.i.7', [1])).value).toBeNull();
    await expect(screen.getByRole('listbox')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect(session.get(addressAt('E.i.7', [1])).value).not.toBeNull();
  },
};

/** A look-up gives code and version at once, and is one step to undo; the term is read with the code. */
const looking = fakeServices('en');
export const LookUp: Story = {
  ...on('AE', EMPTY, { services: looking }),
  play: async ({ canvas }) => {
    const code = field('E.i.2.1b');
    await userEvent.click(code);
    await userEvent.keyboard('{Alt>}l{/Alt}');
    await soon(() => expect(canvas.getByText('sample')).toBeVisible());
    await expect(session.changes().items.map(({ itemId, value }) => [itemId, value])).toEqual([
      ['E.i.2.1b', '10028813'],
      ['E.i.2.1a', '28.0'],
    ]);
    await waitFor(() => expect(code).toHaveFocus());
    await expect(code).toHaveAccessibleDescription(/Nausea/);
    const term = canvas.getByText('Nausea');
    await expect(parseFloat(getComputedStyle(term).fontSize)).toBeGreaterThan(
      parseFloat(getComputedStyle(code).fontSize),
    );
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(session.changes().items).toEqual([]);
  },
};

/** A date that is not sharp is taken as far as it is sure; what it said more is shown, and comes back by one press. */
export const VagueDate: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const start = field('E.i.4');
    await userEvent.type(start, 'about May 2025{Tab}');
    await expect(start).toHaveValue('2025-05');
    await soon(() => expect(screen.getByText(/"about May 2025" was read as 2025-05/, SHOWN)).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect(start).toHaveValue('about May 2025');
    await expect(session.changes().items).toEqual([]);
  },
};

/** A text longer than its item allows is cut on focus, said so, and comes back on request. */
const LONG = 'x'.repeat(150);
export const CutOnFocus: Story = {
  ...on('CI', {
    values: [{ ...addressAt('C.1.1', []), value: LONG, nullFlavor: null, notation: null }],
    rows: [],
  }),
  play: async () => {
    await userEvent.click(field('C.1.1'));
    await expect(session.get(addressAt('C.1.1', [])).value).toHaveLength(100);
    await soon(() => expect(screen.getByText(/Cut to the 100 characters/, SHOWN)).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect(session.changes().items).toEqual([]);
  },
};

/** A click on the chosen radio, or Delete, takes the choice back. */
export const CancelableRadio: Story = {
  ...on('CI', EMPTY),
  play: async ({ canvas }) => {
    const address = addressAt('C.1.8.2', []);
    const other = await canvas.findByRole('radio', { name: 'Other' });
    await userEvent.click(other);
    await expect(session.get(address).value).toBe('2');
    await userEvent.click(other);
    await expect(session.get(address).value).toBeNull();
    await userEvent.click(other);
    await userEvent.keyboard('{Delete}');
    await expect(session.get(address).value).toBeNull();
  },
};

/** Nothing can be changed, everything can be read. */
export const ReadOnlyPage: Story = {
  ...on('DG', DRUG, { readOnly: true }),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Dosage 1' }));
    await userEvent.type(field('G.k.2.2'), 'x');
    await expect(session.changes().items).toEqual([]);
    await expect(canvas.queryAllByRole('button', { name: /^(Delete|Restore|Look up|\+)/ })).toEqual([]);
  },
};

/** Sixty rows in every group: thousands of items, none of them drawn before its row is opened. */
const MANY = sampleContent(catalogueOf('KR'), 'DG', 60);
export const ManyRows: Story = {
  ...on('DG', MANY),
  play: async ({ canvas }) => {
    await expect(MANY.values.length).toBeGreaterThan(10_000);
    await expect(document.querySelectorAll('input, textarea').length).toBeLessThan(60);
    const adding = performance.now();
    await userEvent.click(await canvas.findByRole('button', { name: '+ Add Dosage' }));
    await waitFor(() => expect(field('G.k.4.r.1a')).toHaveFocus());
    // a generous bound for a busy machine: the budget itself is measured by the benchmark
    await expect(performance.now() - adding).toBeLessThan(2000);
  },
};

/** An item comes with its condition, is then mandatory, and takes its text along when it goes; undo brings both back. */
const REASON = addressAt('C.1.11.2', []);
const ICH = catalogueOf('ICH');
const reason = ICH.items[REASON.itemId];
const conditional = {
  ...ICH,
  items: {
    ...ICH.items,
    ...(reason && {
      [REASON.itemId]: {
        ...reason,
        required: {},
        visibleWhen: 'present("C.1.11.1")',
        requiredWhen: 'value("C.1.11.1") == "1"',
        onHide: 'clear' as const,
      },
    }),
  },
};
export const Conditions: Story = {
  ...on('CI', EMPTY, { catalogue: conditional }),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText('Nullification or amendment'));
    await expect(document.querySelector('[data-item="C.1.11.2"]')).toBeNull();
    const [nullification, amendment] = await waitFor(() => {
      const radios = document.querySelectorAll<HTMLElement>('[data-item="C.1.11.1"] input');
      if (radios.length < 2) throw new Error('the codes are not there yet');
      return radios;
    });
    if (!nullification || !amendment) throw new Error('no radio buttons');
    await userEvent.click(nullification);
    const text = await waitFor(() => field('C.1.11.2'));
    await expect(text).toHaveAttribute('aria-required', 'true');
    await userEvent.type(text, 'Duplicate');
    await userEvent.click(amendment);
    await expect(text).not.toHaveAttribute('aria-required');
    await userEvent.click(amendment);
    await expect(session.get(REASON).value).toBeNull();
    // what hid it and what it lost are one step
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(session.get(REASON).value).toBe('Duplicate');
    await waitFor(() => expect(field('C.1.11.2')).toHaveValue('Duplicate'));
  },
};
