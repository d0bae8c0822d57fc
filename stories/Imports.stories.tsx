/** The import in two steps: files, the table of decisions, what is being imported, what has become of it. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import { formCalls, importCalls, RUN, RUN_KEY } from './app/sampleImports.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Imports' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const page = (run: Partial<typeof RUN> = {}) =>
  appStory(`data/import?run=${RUN_KEY}`, { calls: importCalls({ ...RUN, ...run }) });

/** Files, and imports that were left. */
export const Start = {
  ...appStory('data/import'),
  play: async () => {
    await soon(() => expect(screen.getByRole('heading', { name: word('import:open.title') })).toBeVisible());
  },
};

/** Each message beside the stored case; another patient needs a decision. */
export const Decisions = {
  ...page(),
  play: async () => {
    const row = (await screen.findByText('KR-PARTNER-0003', {}, WAIT)).closest('tr');
    if (!row) throw new Error('the message has no row');
    await expect(within(row).getAllByText(word('import:differs'))).toHaveLength(2);
    // what agrees in other words is shown, too
    const stored = word('import:stored', { value: 'Dizziness' });
    await expect(screen.getByText(stored, { exact: false })).toBeVisible();
  },
};

/** A follow-up of another case, with a reason. */
export const Decision = {
  ...page(),
  play: async () => {
    const name = word('import:decideOf', { name: 'KR-PARTNER-0003' });
    await userEvent.click(await screen.findByRole('button', { name }, WAIT));
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await userEvent.click(within(dialog).getByRole('radio', { name: word('import:choices.followUp') }));
    await soon(() => expect(within(dialog).getByText(word('import:decision.candidates'))).toBeVisible());
  },
};

/** What cannot be mapped, and every compared field. */
export const Details = {
  ...page(),
  play: async () => {
    const name = word('import:showOf', { name: 'KR-PARTNER-0003' });
    await userEvent.click(await screen.findByRole('button', { name }, WAIT));
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    await soon(() => expect(within(dialog).getByText(word('import:residue', { count: 1 }))).toBeVisible());
  },
};

/** What another text says otherwise than the version with its date. */
export const OtherContent = {
  ...page(),
  play: async () => {
    const name = word('import:showOf', { name: 'KR-PARTNER-0005' });
    await userEvent.click(await screen.findByRole('button', { name }, WAIT));
    const dialog = await screen.findByRole('dialog', {}, WAIT);
    const differences = await within(dialog).findByRole(
      'region',
      { name: word('import:detail.differences') },
      WAIT,
    );
    await soon(() => expect(within(differences).getByText('and a fall')).toBeVisible());
  },
};

/** A printed form beside its page: what is not decided is named, and its place is lit. */
export const Form = {
  ...appStory(`data/import?run=${RUN_KEY}`, { calls: formCalls() }),
  play: async () => {
    const name = /^Check \d+ values?….*KR-PARTNER-0001$/;
    await userEvent.click(await screen.findByRole('button', { name }, WAIT));
    const title = word('import:form.title', { file: 'in/form.pdf' });
    const dialog = await screen.findByRole('dialog', { name: title }, WAIT);
    const page = word('import:form.page', { number: 1, count: 1, file: 'in/form.pdf' });
    await soon(() => expect(within(dialog).getByRole('img', { name: page })).toBeVisible());
    await userEvent.click(within(dialog).getByRole('button', { name: word('import:form.save') }));
    await expect(within(dialog).getAllByText(word('import:form.undecided'))).toHaveLength(3);
    await waitFor(() => expect(dialog.querySelector('[data-lit="true"]')).toBeVisible(), WAIT);
  },
};

export const Reading = page({ state: 'reading', progress: { share: 0.4, messages: 37 }, expiresAt: null });

export const Importing = page({ state: 'importing', chosen: 14, imported: 5, messages: 16, expiresAt: null });

export const Stopped = page({ state: 'stopped', chosen: 14, imported: 5, messages: 16 });

export const Failed = page({ state: 'failed', error: 'the file cases.zip is not in the file storage' });

/** The same file again. */
export const SameFile = page({
  files: RUN.files.map((file) => ({
    ...file,
    earlier: [{ dataKey: 5, fileName: 'cases.zip', at: RUN.at, userId: 'case.editor' }],
  })),
});
