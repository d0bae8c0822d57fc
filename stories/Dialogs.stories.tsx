/** Every question the application asks, as it asks it. Each is reached as a user reaches it. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { savePage } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal } from './app/fakeCalls.ts';
import { READ_AT, sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Dialogs' } satisfies Meta;
export default meta;

const PATIENT = 'case/12/detail/DM';
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const click = async (key: string) => userEvent.click(await button(word(key)));
const dialog = async (name?: string) => within(await screen.findByRole('dialog', name ? { name } : {}));
/** The first text field of the open page, once it is there. */
const firstField = () =>
  waitFor(
    () => {
      const field = document.querySelector<HTMLInputElement>(
        '[data-item] input[type=text], [data-item] input:not([type])',
      );
      if (!field) throw new Error('the page has no text field yet');
      return field;
    },
    { timeout: 15_000 },
  );
const edit = async () => {
  const field = await firstField();
  await userEvent.type(field, ' x');
  await waitFor(() => expect(document.querySelector('[data-dirty]')).not.toBeNull());
  return field;
};

/** Every save of what was saved before asks why. */
export const Reason = {
  ...appStory(PATIENT),
  play: async () => {
    await edit();
    await userEvent.keyboard('{Control>}s{/Control}');
    const opened = await dialog(word('editor:save.reasonTitle'));
    await expect(opened.getAllByRole('radio')).toHaveLength(4);
  },
};

/** Another user changed the same items: the user resolves each conflict. */
export const Conflict = {
  ...appStory(PATIENT, {
    calls: [
      fake(savePage, ({ body }) => {
        throw new Refusal(
          409,
          'CASE_CHANGED',
          'Somebody else changed these items',
          body.changes.map((item) => ({
            ...item,
            value: 'Name as a colleague wrote it',
            changedBy: 'lee.lead',
            changedByName: 'Lee Lead',
            changedAt: READ_AT,
            others: [{ itemId: item.itemId, value: 'A colleague’s text', nullFlavor: null }],
          })),
        );
      }),
    ],
  }),
  play: async () => {
    await edit();
    await userEvent.keyboard('{Control>}s{/Control}');
    const why = await dialog(word('editor:save.reasonTitle'));
    await userEvent.click(why.getByRole('button', { name: word('components:confirm') }));
    const conflict = await dialog(word('editor:stale.title'));
    await soon(() => expect(conflict.getByText(/Name as a colleague wrote it/)).toBeVisible());
    await expect(conflict.getAllByText(/A colleague’s text/)[0]).toBeVisible();
    await expect(conflict.getAllByRole('radio').length).toBeGreaterThan(1);
  },
};

/** One who leaves with unsaved changes is asked; to stay is what Enter does. */
export const Discard = {
  ...appStory(PATIENT),
  play: async () => {
    const field = await edit();
    await userEvent.click(screen.getByRole('link', { name: word('frame:header.toHome') }));
    const opened = await dialog(word('frame:leave.title'));
    await expect(opened.getByRole('button', { name: word('components:cancel') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(field).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: word('frame:header.toHome') }));
    await dialog(word('frame:leave.title'));
  },
};

const NEAR_THE_END_MIN = 4;
export const SessionWarning = {
  ...appStory('home', { session: (appendix) => sampleSession(appendix, NEAR_THE_END_MIN) }),
  play: async () => {
    const warning = await dialog(word('frame:session.warningTitle'));
    await soon(() =>
      expect(warning.getByRole('button', { name: word('frame:session.extend') })).toBeVisible(),
    );
  },
};

export const Sponsor = {
  ...appStory('home'),
  play: async () => {
    await userEvent.click(await button(/Acme Korea/));
    await expect((await dialog(word('frame:sponsor.title'))).getAllByRole('combobox')).toHaveLength(2);
  },
};

/** A term of a dictionary is looked up; the sample says that it is one. */
export const LookUp = {
  ...appStory('case/12/detail/AE/1'),
  play: async () => {
    await firstField();
    const [look] = await screen.findAllByRole('button', { name: new RegExp(word('engine:term.lookUp')) });
    await userEvent.click(look as HTMLElement);
    const opened = await dialog();
    await userEvent.clear(opened.getByRole('textbox'));
    await userEvent.type(opened.getByRole('textbox'), 'naus{Enter}');
    await expect((await opened.findAllByText('Nausea'))[0]).toBeVisible();
  },
};

/** Every change of one item, opened from its menu by the keyboard. */
export const ItemHistory = {
  ...appStory(PATIENT),
  play: async () => {
    (await firstField()).focus();
    await userEvent.keyboard('{F2}');
    const menu = within(await screen.findByRole('menu'));
    await userEvent.click(menu.getByRole('menuitem', { name: word('engine:menu.audit') }));
    await soon(async () => expect((await dialog()).getByText('Reporter called again')).toBeVisible());
  },
};

/** To review is signed: what it means, and the password again. */
export const Review = {
  ...appStory(PATIENT),
  play: async () => {
    await click('status:to.REVIEW.Y');
    await expect((await dialog()).getByText(word('status:signature.legend'))).toBeVisible();
  },
};

export const Lock = {
  ...appStory(PATIENT),
  play: async () => {
    await click('status:to.LOCK.Y');
    await dialog();
  },
};

export const Delete = {
  ...appStory(PATIENT),
  play: async () => {
    await firstField();
    await click('status:to.DELETE.Y');
    await dialog();
  },
};

const fromCaseMenu = (entry: string) => ({
  ...appStory(PATIENT),
  play: async () => {
    await firstField();
    const opener = await button(word('status:menu.title'));
    opener.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(
      await screen.findByRole('menuitem', { name: new RegExp(word(`status:menu.${entry}`)) }),
    );
    await dialog();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  },
});

/** What else can be done with a case; what cannot be done says why. */
export const CaseMenu = {
  ...appStory(PATIENT),
  play: async () => {
    await firstField();
    (await button(word('status:menu.title'))).focus();
    await userEvent.keyboard('{Enter}');
    const menu = within(await screen.findByRole('menu'));
    await waitFor(() => expect(menu.getAllByRole('menuitem')[0]).toHaveFocus());
  },
};
export const FollowUp = fromCaseMenu('followUp');
export const Nullify = fromCaseMenu('nullify');
export const Amend = fromCaseMenu('amend');
export const Versions = fromCaseMenu('versions');

/** All keys of the place one is in. */
export const KeyMap = {
  ...appStory('home'),
  play: async () => {
    await click('help:title');
    await click('keys:title');
    await dialog(word('keys:title'));
  },
};

/** A file is dropped; what is proposed for each message in it. */
export const Upload = {
  ...appStory('data/import'),
  play: async () => {
    const input = await waitFor(
      () => {
        const found = document.querySelector<HTMLInputElement>('input[type=file]');
        if (!found) throw new Error('the page is not there yet');
        return found;
      },
      { timeout: 15_000 },
    );
    await userEvent.upload(input, new File(['PK'], 'cases.zip', { type: 'application/zip' }));
    await soon(() => expect(screen.getByText(/well-formed/)).toBeVisible());
  },
};
