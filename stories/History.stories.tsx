/** A case as it was: the time machine, two sides beside each other, and who wrote an item. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import { historyCalls } from './app/sampleHistory.ts';
import { word } from './app/word.ts';
import { catalogueOf } from './catalogue.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Case history' } satisfies Meta;
export default meta;

const WAIT = { timeout: 20_000 };
const catalogue = catalogueOf('KR');
const calls = historyCalls(catalogue);
const PATIENT = 'case/12/detail/DM';
const initials = `[data-item="${catalogue.roles['patientInitials'] ?? ''}"]`;
const slider = () => screen.findByRole('slider', { name: word('history:slider.label') }, WAIT);

/** A page as it was: read-only, with what the moment changed marked, and stepped through by keyboard. */
export const Then = {
  ...appStory(`${PATIENT}?at=3`, { calls }),
  play: async () => {
    const line = await slider();
    await expect(line).toHaveAttribute('aria-valuetext', expect.stringContaining('2026-01-23'));
    await waitFor(() => {
      const field = document.querySelector(initials);
      return expect(field?.querySelector('[role=img]')).toHaveAccessibleName(/A\.B\./);
    }, WAIT);
    await expect(document.querySelector(`${initials} input`)).toHaveAttribute('readonly');
    screen.getByRole('button', { name: word('history:slider.next') }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(line).toHaveAttribute('aria-valuetext', expect.stringContaining('2026-01-25')),
    );
    await expect(screen.getByRole('link', { name: word('history:backToNow') })).toBeVisible();
  },
};

/** The rows of a page as they were. */
export const Rows = {
  ...appStory('case/12/detail/AE?at=2', { calls }),
  play: async () => {
    await slider();
    await soon(() => expect(screen.getByRole('grid')).toBeVisible());
  },
};

/** An inexact moment is marked as such. */
export const Doubtful = {
  ...appStory(`${PATIENT}?at=2`, { calls: historyCalls(catalogue, { exact: false, schema: 'lost' }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('history:schemaLost'))).toBeVisible());
    await expect(screen.getByText(word('history:notExact'))).toBeVisible();
  },
};

/** Differences by page and row: by sign, word and colour, long texts word by word; walked through with F8. */
export const Compare = {
  ...appStory(PATIENT, { calls }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: word('status:versions.menu', { versionNo: 1 }) }, WAIT),
    );
    await userEvent.click(await screen.findByRole('menuitem', { name: word('history:compare') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await waitFor(() => expect(dialog.getAllByText(word('history:marks.changed')).length).toBe(2), WAIT);
    await userEvent.click(dialog.getByRole('checkbox', { name: word('history:all') }));
    await waitFor(() => expect(dialog.getByText(word('history:marks.same'))).toBeVisible());
    await userEvent.keyboard('{F8}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-difference'));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  },
};

/** The short answer, from the menu of an item. */
export const Author = {
  ...appStory(PATIENT, { calls }),
  play: async () => {
    const field = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>(`${initials} input`);
      if (!found) throw new Error('the page has no such field yet');
      return found;
    }, WAIT);
    field.focus();
    await userEvent.keyboard('{F2}');
    await userEvent.click(await screen.findByRole('menuitem', { name: word('history:author.menu') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(dialog.getByText(/Lee Lead/)).toBeVisible());
    await expect(dialog.getByText(word('history:author.was', { said: 'A.B.' }))).toBeVisible();
  },
};
