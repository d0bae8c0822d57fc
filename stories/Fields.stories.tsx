/** What a designer would try on a single field, on the real items. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import type { CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import { word } from './app/word.ts';
import { catalogueOf } from './catalogue.ts';
import { PageStory, underHelpLine } from './PageStory.tsx';
import { sampleContent } from './sampleContent.ts';
import { Specimen } from './Specimen.tsx';
import type { FieldState } from '../shared/faces/fieldStates.ts';

const meta = { title: 'Single fields' } satisfies Meta;
export default meta;

const KR = catalogueOf('KR');
const found = (is: (item: CatalogueItem) => boolean): CatalogueItem => {
  const item = Object.values(KR.items).find(is);
  if (!item) throw new Error('the catalogue has no such item');
  return item;
};
const withNotation = found((item) => item.notation && item.control === 'text' && item.nullFlavors.length > 0);
const dated = found(({ control, futureAllowed }) => control === 'date' && !futureAllowed);
const chosen = found(({ control, nullFlavors }) => control === 'radio' && nullFlavors.length > 0);

const field = (item: CatalogueItem, state: FieldState): StoryObj => ({
  render: () => <Specimen item={item} state={state} />,
  globals: { language: 'en', appendix: 'KR', readOnly: 'no' },
});
const input = (item: CatalogueItem) => {
  const found = document.querySelector<HTMLInputElement>(`[data-item="${item.itemId}"] input`);
  if (!found) throw new Error(`no input of ${item.itemId}`);
  return found;
};

/** A null flavor takes the place of the value; the chip takes it away again. */
export const NullFlavorClearsValue: StoryObj = {
  ...field(withNotation, 'value'),
  play: async ({ canvasElement }) => {
    await userEvent.click(input(withNotation));
    await userEvent.keyboard('{Alt>}n{/Alt}');
    const menu = within(await screen.findByRole('menu'));
    await userEvent.click(
      menu.getByRole('menuitemradio', { name: new RegExp(withNotation.nullFlavors[0] ?? '') }),
    );
    await expect(input(withNotation)).toHaveValue('');
    await expect(input(withNotation)).toHaveAttribute('data-null-flavor', withNotation.nullFlavors[0]);
    await userEvent.click(
      canvasElement.querySelector('button[aria-label^="Remove null flavor"]') as HTMLElement,
    );
    await expect(input(withNotation)).not.toHaveAttribute('data-null-flavor');
  },
};

/** The second language opens below the value and takes the focus. */
export const NotationOpens: StoryObj = {
  ...field(withNotation, 'value'),
  play: async () => {
    const name = word('engine:notationOf', { label: withNotation.label.en });
    await expect(screen.queryByRole('textbox', { name })).toBeNull();
    await userEvent.click(input(withNotation));
    await userEvent.keyboard('{Alt>}o{/Alt}');
    const notation = await screen.findByRole('textbox', { name });
    await waitFor(() => expect(notation).toHaveFocus());
    await userEvent.keyboard('두통');
    await expect(notation).toHaveValue('두통');
  },
};

/** An impossible date is cleared on leaving and said so; what was typed comes back to be corrected. */
export const InvalidDate: StoryObj = {
  ...field(dated, 'value'),
  play: async ({ canvas }) => {
    await userEvent.clear(input(dated));
    await userEvent.type(input(dated), '2024-02-30');
    await userEvent.tab();
    await expect(input(dated)).toHaveValue('');
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(input(dated)).toHaveValue('2024-02-30'));
  },
};

/** A click on the chosen radio takes the choice back. */
export const RadioTakenBack: StoryObj = {
  ...field(chosen, 'value'),
  play: async ({ canvas }) => {
    const checked = (await canvas.findAllByRole('radio')).find(
      (radio) => (radio as HTMLInputElement).checked,
    );
    await userEvent.click(checked as HTMLElement);
    await waitFor(() => expect(canvas.queryByRole('radio', { checked: true })).toBeNull());
  },
};

/** What can be done with an item opens from the keyboard and gives the focus back. */
export const MenuByKeyboard: StoryObj = {
  ...field(withNotation, 'value'),
  play: async () => {
    await userEvent.click(input(withNotation));
    await userEvent.keyboard('{F2}');
    const menu = within(await screen.findByRole('menu'));
    await expect(menu.getAllByRole('menuitem')[0]).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(menu.getAllByRole('menuitem')[1]).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(screen.queryByRole('menu')).toBeNull();
    await expect(input(withNotation)).toHaveFocus();
  },
};

const STOPS = 25;
const looks = (element: Element): string => {
  const { outlineStyle, outlineColor, boxShadow, borderColor } = getComputedStyle(element);
  return [outlineStyle, outlineColor, boxShadow, borderColor].join('|');
};

/** Whatever Tab reaches looks different while it has the focus. */
export const FocusVisible: StoryObj = {
  render: () => <PageStory page="DM" content={sampleContent(KR, 'DM')} />,
  parameters: underHelpLine,
  globals: { language: 'en', appendix: 'KR', readOnly: 'no' },
  play: async () => {
    for (let stop = 0; stop < STOPS; stop++) {
      await userEvent.tab();
      const at = document.activeElement as HTMLElement;
      await expect(at).not.toBe(document.body);
      await waitFor(() => {
        const focused = looks(at);
        at.blur();
        const plain = looks(at);
        at.focus();
        if (focused === plain) throw new Error(`the focus is not seen on ${at.outerHTML.slice(0, 120)}`);
      });
    }
  },
};
