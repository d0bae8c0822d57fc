/** Lists of more rows than are drawn at once: their pages, with mouse, keyboard and assistive technology. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { addressAt } from '../shared/case/itemAddress.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import type { PageSession } from '../src/engine/index.ts';
import { PageStory, underHelpLine } from './PageStory.tsx';

const meta = { title: 'Long lists', component: PageStory, parameters: underHelpLine } satisfies Meta<
  typeof PageStory
>;
export default meta;

type Story = StoryObj<typeof PageStory>;

const ROWS = 120;
const GROUP = 'G.k.4.r';
const BATCH = 'G.k.4.r.7';
const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
const LONG: CaseContent = {
  rows: numbers.map((rowNo2) => ({
    group: GROUP,
    rowNo: 1,
    rowNo2,
    rowNo3: 0,
    rowId: `dosage-${rowNo2}`,
    sort: rowNo2,
    deleted: false,
  })),
  values: numbers.map((number) => ({
    ...addressAt(BATCH, [1, number]),
    value: `Batch ${number}`,
    nullFlavor: null,
    notation: null,
  })),
};

let session: PageSession;
const story: Story = {
  args: {
    page: 'DG',
    appendix: 'KR',
    language: 'en',
    content: LONG,
    prepare: (made) => {
      session = made;
    },
  },
};
const list = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-group="${GROUP}"]`);
  if (!found) throw new Error(`the page shows no list of ${GROUP}`);
  return found;
};
const lines = () => list().querySelectorAll('[data-line]').length;
const number = (place: number) => within(list()).getByRole('button', { name: `Dosage ${place}` });
const onNumber = (place: number) => waitFor(() => expect(number(place)).toHaveFocus());

/** The table says how many rows there are and which one each line is; the pager tells and turns the pages. */
export const Pages: Story = {
  ...story,
  play: async () => {
    const inList = within(list());
    await expect(lines()).toBe(50);
    await expect(inList.getByRole('table')).toHaveAttribute('aria-rowcount', '121');
    await expect(number(50).closest('tr')).toHaveAttribute('aria-rowindex', '51');
    const pager = within(inList.getByRole('navigation', { name: /^Pages of/ }));
    await expect(pager.getByRole('status')).toHaveTextContent('1–50 of 120');
    await expect(pager.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(pager.getByRole('button', { name: 'Next page' }));
    await userEvent.click(pager.getByRole('button', { name: 'Next page' }));
    await expect(pager.getByRole('status')).toHaveTextContent('101–120 of 120');
    await expect(pager.getByRole('button', { name: 'Next page' })).toHaveFocus();
    await userEvent.click(pager.getByRole('button', { name: 'Show all 120' }));
    await expect(lines()).toBe(ROWS);
    await expect(inList.getByRole('table')).not.toHaveAttribute('aria-rowcount');
    await userEvent.click(pager.getByRole('button', { name: 'Show in pages' }));
    await expect(lines()).toBe(20);
  },
};

/** The keys on a row's number go on over the edges of a page. */
export const Keys: Story = {
  ...story,
  play: async () => {
    number(50).focus();
    await userEvent.keyboard('{ArrowDown}');
    await onNumber(51);
    await expect(lines()).toBe(50);
    await userEvent.keyboard('{ArrowUp}');
    await onNumber(50);
    await userEvent.keyboard('{End}');
    await onNumber(120);
    await userEvent.keyboard('{ArrowDown}');
    await onNumber(120);
    await userEvent.keyboard('{PageUp}');
    await onNumber(70);
    await userEvent.keyboard('{Home}');
    await onNumber(1);
    await userEvent.keyboard('{PageDown}');
    await onNumber(51);
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    const moved = session.store.get(session.rows(GROUP, [1]));
    await expect(moved[49]?.rowId).toBe('dosage-51');
    await onNumber(50);
  },
};

/** What is opened is in sight: a row added, and a field that a link or undo leads to. */
export const Followed: Story = {
  ...story,
  args: { ...story.args, focusAddress: addressAt(BATCH, [1, 77]) },
  play: async () => {
    const field = () => list().querySelector<HTMLInputElement>(`[data-item="${BATCH}"] input`);
    await waitFor(() => expect(field()).toHaveFocus());
    await expect(field()).toHaveValue('Batch 77');
    await userEvent.click(within(list()).getByRole('button', { name: '+ Add Dosage' }));
    await waitFor(() => expect(number(121)).toHaveAttribute('aria-expanded', 'true'));
    await waitFor(() =>
      expect(list().querySelector('[data-row]')?.contains(document.activeElement)).toBe(true),
    );
  },
};

/** A line follows what is typed in its row when the typing pauses; undo brings the text back into the field. */
export const LinesFollow: Story = {
  ...story,
  args: { ...story.args, focusAddress: addressAt(BATCH, [1, 2]) },
  play: async () => {
    const line = () => list().querySelector('[data-line="dosage-2"]');
    const field = () => list().querySelector<HTMLInputElement>(`[data-item="${BATCH}"] input`);
    await waitFor(() => expect(field()).toHaveFocus());
    await userEvent.keyboard('!!');
    await waitFor(() => expect(line()).toHaveTextContent('Batch 2!!'));
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(field()).toHaveValue('Batch 2');
    await waitFor(() => expect(line()).not.toHaveTextContent('!!'));
  },
};

export const Korean: Story = { ...story, args: { ...story.args, language: 'ko' }, globals: { locale: 'ko' } };
