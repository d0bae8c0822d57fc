/** What is asked about a list: its columns, and the filters of each kind. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';

const meta = { title: 'Lists' } satisfies Meta;
export default meta;

const LIST = 'case/list';
const headOf = (column: RegExp) => screen.findByRole('columnheader', { name: column }, { timeout: 15_000 });
/** Opens the filter of a column; the form it asks with. */
const filterOf = async (column: RegExp) => {
  await userEvent.click(
    within(await headOf(column))
      .getAllByRole('button')
      .at(-1) ?? document.body,
  );
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findAllByRole('button');
  return within(dialog);
};

/** Columns of the list and items of the case, with the filters that are set above. */
export const CaseList = {
  ...appStory(LIST),
  play: async () => {
    await headOf(/Case number/);
    await expect(await screen.findByRole('group', { name: 'Filters' })).toHaveTextContent('Country');
  },
};

/** A text: contained, or any at all. */
export const FilterByText = {
  ...appStory(LIST),
  play: async () => {
    const form = await filterOf(/Product/);
    await userEvent.click(form.getByRole('checkbox'));
    await expect(form.getByRole('textbox')).toBeDisabled();
  },
};

/** Codes: the chosen ones are marked. */
export const FilterByCodes = {
  ...appStory(LIST),
  play: async () => {
    const form = await filterOf(/Report type/);
    await expect(form.getByRole('checkbox', { name: 'Option 2' })).toBeChecked();
  },
};

/** A range; an empty end is open. */
export const FilterByRange = {
  ...appStory(LIST),
  play: async () => {
    const form = await filterOf(/First received/);
    await expect(form.getAllByRole('textbox')).toHaveLength(2);
  },
};

/** Any item of the case may be a column. */
export const Columns = {
  ...appStory(LIST),
  play: async () => {
    await headOf(/Case number/);
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'dose');
    await userEvent.click(
      (await dialog.findAllByRole('button', { name: /^Show .*G\.k/ }))[0] ?? document.body,
    );
    await expect(dialog.getByRole('region', { name: /^Shown/ })).toHaveTextContent(/dose/i);
  },
};
