/** All pairs of drugs and reactions in one grid. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { addressAt } from '../shared/case/itemAddress.ts';
import type { PageSession } from '../src/engine/index.ts';
import { MatrixStory } from './MatrixStory.tsx';

let session: PageSession;
const meta = {
  title: 'Matrix',
  component: MatrixStory,
  // what a cell shows is the assessment, shortened; its name tells drug, reaction and the whole of it
  parameters: { a11y: { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } } },
  args: {
    drugs: 3,
    reactions: 4,
    appendix: 'KR',
    language: 'en',
    prepare: (made) => {
      session = made;
    },
  },
} satisfies Meta<typeof MatrixStory>;
export default meta;

type Story = StoryObj<typeof MatrixStory>;

const recurrence = (drug: number, reaction: number) =>
  session.get(addressAt('G.k.9.i.4', [drug, reaction])).value;
const cell = (name: RegExp) => screen.findByRole('gridcell', { name });
const press = (keys: string) => userEvent.keyboard(keys);

/** Keys walk through the pairs; each tells drug, reaction and assessment. */
export const Walking: Story = {
  play: async () => {
    const first = await cell(/^Aspirin, Headache, not assessed/);
    first.focus();
    await press('{ArrowDown}');
    await expect(document.activeElement).toHaveAccessibleName(
      /^Aspirin, Nausea, Reporter: .*; Recurrence on re-administration: Yes – no/,
    );
    await press('{Control>}{End}{/Control}');
    await expect(document.activeElement).toHaveAccessibleName(/^Warfarin, Dizziness, /);
    await press('{Home}{ArrowUp}');
    await expect(document.activeElement).toHaveAccessibleName(/^Aspirin, Upper gastrointestinal/);
    await expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  },
};

/** Enter opens the pair's own form beside the grid, Escape comes back to the cell, which shows what was said. */
export const Editing: Story = {
  play: async () => {
    (await cell(/^Aspirin, Headache/)).focus();
    await press('{Enter}');
    const panel = screen.getByRole('region', { name: 'Assessment of Aspirin × Headache' });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await userEvent.click(within(panel).getByRole('button', { name: /Add Causality opinion/ }));
    const source = await within(panel).findByRole('textbox', { name: /Source of assessment/ });
    await waitFor(() => expect(source).toHaveFocus());
    await userEvent.type(source, 'Reporter');
    await userEvent.type(within(panel).getByRole('textbox', { name: /^Result of assessment/ }), 'Related');
    await press('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toHaveAccessibleName(/^Aspirin, Headache, Reporter: Related, changed$/),
    );
  },
};

/** A pair's assessment is copied, pasted, cleared and filled in; each is one step to undo. */
export const Copying: Story = {
  play: async () => {
    (await cell(/^Aspirin, Nausea/)).focus();
    await press('{Control>}c{/Control}{ArrowDown}{Control>}v{/Control}');
    await expect(recurrence(1, 3)).toBe(recurrence(1, 2));
    await expect(document.activeElement).toHaveAccessibleName(/Reporter: .*, changed$/);
    await press('{Delete}');
    await expect(recurrence(1, 3)).toBeNull();
    await press('{Control>}z{/Control}');
    await expect(recurrence(1, 3)).toBe(recurrence(1, 2));
    await press('{Control>}z{/Control}');
    await expect(session.changes()).toEqual({ items: [], rows: [] });

    (await cell(/^Aspirin, Nausea/)).focus();
    await press('{ArrowLeft}');
    const filling = screen.getByRole('group', { name: 'Fill empty pairs' });
    await userEvent.click(within(filling).getByRole('button', { name: 'All' }));
    const dialog = await screen.findByRole('dialog', { name: 'Fill pairs' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Fill 8 pairs' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('12 of 12 pairs assessed');
    await expect(recurrence(3, 4)).toBe(recurrence(1, 2));
    (await cell(/^Aspirin, Nausea/)).focus();
    await press('{Control>}z{/Control}');
    await expect(session.changes()).toEqual({ items: [], rows: [] });
    await screen.findByText('4 of 12 pairs assessed');
  },
};

/** Suspect drugs only, only what is open, the other way round. */
export const Filtering: Story = {
  play: async () => {
    await cell(/^Metformin, Headache/);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: /role/i }), 'Suspect');
    await expect(screen.queryByRole('gridcell', { name: /^Metformin/ })).toBeNull();
    await screen.findByText('1 of 4 pairs assessed');
    await userEvent.click(screen.getByRole('checkbox', { name: /Unassessed only/ }));
    await expect(screen.queryByRole('gridcell', { name: /^Aspirin, Nausea/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Swap rows and columns' }));
    await expect(screen.getByRole('rowheader', { name: 'Aspirin' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Swap rows and columns' }));
  },
};

/** Only what is in sight is in the document; the focused cell stays there. */
export const TwentyByThirty: Story = {
  args: { drugs: 20, reactions: 30 },
  play: async () => {
    const grid = await screen.findByRole('grid', { name: /600 pairs/ });
    await expect(grid).toHaveAttribute('aria-rowcount', '31');
    await expect(within(grid).getAllByRole('gridcell').length).toBeLessThan(400);
    (await cell(/^Aspirin, Headache,/)).focus();
    await press('{Control>}{End}{/Control}');
    await expect(document.activeElement).toHaveAttribute('data-pair', '20|30');
    await expect(document.activeElement).toBeVisible();
    grid.scrollTop = 0;
    grid.scrollLeft = 0;
    await waitFor(() => expect(screen.getByRole('gridcell', { name: /^Aspirin, Headache,/ })).toBeVisible());
    await expect(document.activeElement).toHaveAttribute('data-pair', '20|30');
  },
};

export const SixtyByEighty: Story = { args: { drugs: 60, reactions: 80 } };

export const ReadOnly: Story = {
  args: { readOnly: true },
  play: async () => {
    (await cell(/^Aspirin, Nausea/)).focus();
    await press('{Delete}');
    await expect(session.changes()).toEqual({ items: [], rows: [] });
    await expect(screen.queryByRole('group', { name: 'Fill empty pairs' })).toBeNull();
  },
};

export const Dark: Story = { args: { drugs: 20, reactions: 30 }, globals: { scheme: 'dark' } };

export const Korean: Story = {
  args: { drugs: 20, reactions: 30, language: 'ko' },
  globals: { language: 'ko' },
};
