/** A long text beside its second language. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { addressAt } from '../shared/case/itemAddress.ts';
import { fakeServices } from './fakes.ts';
import { PageStory, underHelpLine, type PageStoryProps } from './PageStory.tsx';
import { pageStories } from './pageStories.ts';

const meta = {
  title: 'Side by side',
  component: PageStory,
  parameters: underHelpLine,
  beforeEach: () => localStorage.clear(),
} satisfies Meta<typeof PageStory>;
export default meta;

type Story = StoryObj<typeof PageStory>;

const NARRATIVE = addressAt('H.1', []);
const ENGLISH = 'A woman of 54 years took Velanorix.\n\nShe had a rash the next day.\n\nIt went away.';
const { on: onPage, session } = pageStories();
const on = (notation: string | null, more: Partial<PageStoryProps> = {}): Story =>
  onPage('NR', { values: [{ ...NARRATIVE, value: ENGLISH, nullFlavor: null, notation }], rows: [] }, more);
const stored = () => session().get(NARRATIVE);
const opened = async () => {
  const field = document.querySelector<HTMLElement>('[data-item="H.1"] textarea');
  if (!field) throw new Error('the page has no H.1');
  await userEvent.click(field);
  await userEvent.keyboard('{Alt>}{Shift>}o{/Shift}{/Alt}');
  const dialog = await screen.findByRole('dialog');
  const box = (which: RegExp) => within(dialog).getByRole('textbox', { name: which });
  return { dialog, box, field };
};

/** Paragraphs stand beside each other; what is typed is the item's, a blank line begins the next one, undo takes it back. */
export const Editing: Story = {
  ...on('54세 여성이 벨라노릭스를 복용했다.'),
  play: async () => {
    const { dialog, box, field } = await opened();
    await waitFor(() => expect(box(/(?<!language), paragraph 1$/)).toHaveFocus());
    within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)?.focus();
    await userEvent.tab();
    await expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await expect(box(/second language, paragraph 1$/)).toHaveValue('54세 여성이 벨라노릭스를 복용했다.');
    await expect(dialog).toHaveTextContent(`${ENGLISH.length} of 100000 characters`);
    await userEvent.type(box(/second language, paragraph 2$/), '다음 날 발진이 있었다.');
    await expect(stored().notation).toBe('54세 여성이 벨라노릭스를 복용했다.\n\n다음 날 발진이 있었다.');
    await userEvent.type(box(/second language, paragraph 2$/), '{Enter}{Enter}나았다.');
    await waitFor(() => expect(box(/second language, paragraph 3$/)).toHaveValue('나았다.'));
    await expect(box(/second language, paragraph 3$/)).toHaveFocus();
    await userEvent.keyboard('{Home}{Backspace}');
    await expect(box(/second language, paragraph 2$/)).toHaveValue('다음 날 발진이 있었다.나았다.');
    await userEvent.type(box(/(?<!language), paragraph 3$/), ' Soon.');
    await expect(stored().value).toBe(`${ENGLISH} Soon.`);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(stored().value).toBe(ENGLISH);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(field).toHaveFocus());
  },
};

/** One paragraph or all are translated into the second language, each as one step that can be taken back. */
const translating = { ...fakeServices('en'), translate: fn(async (text: string) => `번역: ${text}`) };
export const Translating: Story = {
  ...on(null, { services: translating }),
  play: async () => {
    translating.translate.mockClear();
    const { dialog, box } = await opened();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Translate paragraph 2' }));
    await waitFor(() => expect(stored().notation).toBe('\n\n번역: She had a rash the next day.'));
    await expect(translating.translate).toHaveBeenCalledTimes(1);
    await expect(dialog).toHaveTextContent(/Machine translation/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Translate all' }));
    await waitFor(() => expect(box(/second language, paragraph 3$/)).toHaveValue('번역: It went away.'));
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(stored().notation).toBe('\n\n번역: She had a rash the next day.');
    translating.translate.mockRejectedValueOnce(new Error('the service is away'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Translate all' }));
    await waitFor(() => expect(dialog).toHaveTextContent(/Nothing was translated: the service is away/));
    await expect(stored().notation).toBe('\n\n번역: She had a rash the next day.');
  },
};

/** Where no translator is set up it says what to set; where the item may not be changed, both sides are read only. */
export const ReadOnlyAndWithoutTranslator: Story = {
  ...on('글', { services: { ...fakeServices('en'), translate: undefined } }),
  play: async () => {
    const { dialog } = await opened();
    await expect(dialog).toHaveTextContent('CASEWRIGHT_TRANSLATOR_URL');
    await expect(within(dialog).queryByRole('button', { name: 'Translate all' })).toBeNull();
  },
};
export const ReadOnly: Story = {
  ...on('글', { readOnly: true }),
  play: async () => {
    const { dialog, box } = await opened();
    await expect(box(/second language, paragraph 1$/)).toHaveAttribute('readonly');
    await expect(within(dialog).queryByRole('button', { name: /Translate/ })).toBeNull();
  },
};
