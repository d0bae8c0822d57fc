/** Schema Studio and the demonstration pages, as the application draws them over sample answers. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Studio' } satisfies Meta;
export default meta;

const texts = import.meta.glob<string>('../schemas/{pages,appendices,code-lists,rules,reports,e2b}/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sourceTexts = Object.entries(texts).map(([path, text]) => ({
  file: path.replace('../schemas/', ''),
  text,
}));

const AT = '2026-03-01T09:00:00.000Z';
const VERSION = {
  versionNo: 1,
  catalogueVersion: 'a'.repeat(12),
  at: AT,
  userId: 'sponsor.admin',
  userName: 'Seo Ha-neul',
  reason: 'New guidance of the authority',
  rolledBackTo: null,
  active: true,
  changed: ['appendices/KR.appendix.json'],
};
const calls = [
  fake(contract.readSchemaFiles, () => ({
    versionNo: 1,
    files: sourceTexts
      .filter(({ file }) => !file.startsWith('e2b/'))
      .map(({ file, text }) => ({
        file,
        active: text,
        text,
        origin: 'product' as const,
        delivered: true,
        draftBy: null,
        draftAt: null,
        hash: null,
        outdated: null,
      })),
    others: sourceTexts.filter(({ file }) => file.startsWith('e2b/')),
    problems: [],
  })),
  fake(contract.saveSchemaDraft, () => ({ draftAt: AT })),
  fake(contract.dropSchemaDraft, () => null),
  fake(contract.listSchemaVersions, () => ({ listInfo: [VERSION] })),
  fake(contract.readSchemaVersion, () => ({ version: VERSION, changes: [] })),
];
const administrator = (appendix: string) => ({
  ...sampleSession(appendix),
  privList: [{ privId: 'READ.ADMIN' as const }, { privId: 'EDIT.ADMIN' as const }],
});
const studio = (tab?: string, session = administrator) => ({
  ...appStory('exam-editor', { calls, session }),
  play: async () => {
    const title = await screen.findByRole('heading', { level: 1, name: word('studio:title') });
    await expect(title).toBeVisible();
    await waitFor(() => expect(document.querySelector('[data-item]')).toBeVisible(), { timeout: 20_000 });
    if (tab) await userEvent.click(screen.getByRole('tab', { name: word(`studio:tabs.${tab}`) }));
  },
});

export const FormBeside = studio();
export const Data = studio('data');
export const Compiled = studio('compiled');
export const Overlay = studio('overlay');
export const Coverage = studio('coverage');

/** What the rules of the region do to each other; a case that shows it goes into the form. */
export const Rules = {
  ...studio('rules'),
  play: async () => {
    await studio('rules').play();
    const show = await screen.findByRole(
      'button',
      { name: word('studio:rules.showOf', { label: 'ICH.E.i.3.2a' }) },
      { timeout: 60_000 },
    );
    await expect(screen.getByRole('region', { name: word('studio:tabs.rules') })).toHaveTextContent(
      word('studio:rules.claims.contradicts'),
    );
    await userEvent.click(show);
    await waitFor(() =>
      expect(document.querySelector('[data-item="E.i.7"] input, [data-item="E.i.7"] select')).toHaveValue(),
    );
  },
};
/** Every face of the item that the address names. */
export const Faces = {
  ...appStory('exam-editor?item=E.i.7', { calls, session: administrator }),
  play: async () => {
    await studio('faces').play();
    const faces = await screen.findByRole('region', { name: word('studio:tabs.faces') });
    await waitFor(() => expect(faces.querySelectorAll('[data-faults]')).toHaveLength(0), { timeout: 20_000 });
    await expect(
      (await within(faces).findAllByText(new RegExp(word('studio:faces.roles.list'))))[0],
    ).toBeVisible();
  },
};
export const Versions = studio('versions');
export const Impact = studio('impact');

/** Everybody may read; why nothing can be changed is said. */
export const Reading = studio(undefined, (appendix) => ({ ...sampleSession(appendix), privList: [] }));

/** A region of one's own is begun with its name. */
export const NewAppendix = {
  ...studio(),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('studio:files.new') }));
    const dialog = within(await screen.findByRole('dialog', { name: word('studio:newAppendix.title') }));
    await userEvent.click(dialog.getByRole('button', { name: word('studio:newAppendix.create') }));
    await expect((await dialog.findAllByText(word('studio:newAppendix.missing')))[0]).toBeVisible();
  },
};

const demonstration = (path: string, name: string) => ({
  ...appStory(path, { session: null }),
  play: async () => {
    await soon(() =>
      expect(screen.getByRole('heading', { level: 1, name: word(`studio:demo.${name}`) })).toBeVisible(),
    );
  },
});
export const Exam = demonstration('/exam', 'exam');
export const ExamForm = {
  ...demonstration('/exam/form', 'form'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('studio:demo.submit') }));
    await soon(() => expect(screen.getByRole('region', { name: word('studio:demo.result') })).toBeVisible());
  },
};
export const Whodd = {
  ...appStory('/whodd', { session: null }),
  play: async () => {
    await soon(() => expect(screen.getByRole('dialog', { name: word('studio:demo.whodd') })).toBeVisible());
    await expect(screen.getByText('SAMPLE-9000')).toBeInTheDocument();
  },
};
