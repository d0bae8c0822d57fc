/** Sources of clinical data: how they stand for those who sync, and their set-up in the system administration. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { makeSourceToken, tryCompanySource } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, type FakeCall } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { sampleReading, sampleSource, studyListCalls, studyMappingCalls } from './app/sampleStudySources.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Sources of clinical data' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const page = (calls: readonly FakeCall[]) => appStory('study-list', { calls });
const admin = (path: string, calls: readonly FakeCall[]) =>
  appStory(`/system-admin/company/1/study-mapping/${path}`, {
    session: (appendix) => ({ ...sampleSession(appendix), systemAdmin: true }),
    calls,
  });

export const Studies = {
  ...page(studyListCalls()),
  play: async () => {
    await soon(() => expect(screen.getByText('ACME-301')).toBeVisible());
    await expect(screen.getByRole('button', { name: word('syncStudies:toRules') })).toHaveAttribute(
      'aria-disabled',
    );
  },
};

export const Reading = {
  ...page(
    studyListCalls([
      sampleSource(sampleReading({ state: 'running', endedAt: null, done: 400, total: 1600 })),
    ]),
  ),
  play: async () => {
    await soon(() =>
      expect(screen.getByText(word('syncStudies:progressOf', { done: 400, total: 1600 }))).toBeVisible(),
    );
    await expect(screen.getByRole('button', { name: word('syncStudies:stop') })).toBeVisible();
  },
};

/** It says why, where, and what to do. */
export const Failed = {
  ...page(
    studyListCalls([
      sampleSource(
        sampleReading({
          state: 'failed',
          fault: 'malformed',
          line: 812,
          detail: 'unclosed tag: SubjectData',
          fileName: 'snapshot.xml',
        }),
      ),
    ]),
  ),
  play: async () => {
    await soon(() => expect(screen.getByText(word('syncStudies:faults.malformed'))).toBeVisible());
    await expect(screen.getByText(word('syncStudies:help.malformed'))).toBeVisible();
  },
};

export const NoSource = {
  ...page(studyListCalls([])),
  play: async () => {
    await soon(() => expect(screen.getByText(word('syncStudies:noSource'))).toBeVisible());
  },
};

export const Mappings = {
  ...admin('list', studyMappingCalls()),
  play: async () => {
    await soon(() => expect(screen.getByText('Feed of data management')).toBeVisible());
    await soon(() => expect(screen.getByText('ACME-301')).toBeVisible());
  },
};

/** Nothing is stored without what its kind needs, and a reason. */
export const AddSource = {
  ...admin('list', studyMappingCalls()),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: `${word('studyMapping:addSource')}…` }, WAIT),
    );
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await expect(dialog.getByRole('textbox', { name: word('studyMapping:columns.name') })).toHaveFocus();
    await userEvent.selectOptions(dialog.getByLabelText(word('studyMapping:columns.kind')), 'openClinica');
    await userEvent.type(dialog.getByLabelText(/Reason/), 'New study');
    await userEvent.click(dialog.getByRole('button', { name: word('studyMapping:save') }));
    await expect(dialog.getByText(word('studyMapping:nameRequired'))).toBeVisible();
    await expect(dialog.getAllByText(word('studyMapping:wrong'))).toHaveLength(3);
  },
};

export const Tried = {
  ...admin('list', [
    ...studyMappingCalls(),
    fake(tryCompanySource, () => ({
      fault: 'credentials' as const,
      detail: 'HTTP 401',
      line: null,
      studies: 0,
      studyId: '',
      subjects: 0,
    })),
  ]),
  play: async () => {
    const change = `${word('studyMapping:change')}: Rave production`;
    await userEvent.click(await screen.findByRole('button', { name: change }, WAIT));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.click(dialog.getByRole('button', { name: word('studyMapping:try') }));
    await soon(() => expect(dialog.getByText(word('syncStudies:faults.credentials'))).toBeVisible());
  },
};

/** A token is shown once. */
export const Token = {
  ...admin('list', [
    ...studyMappingCalls(),
    fake(makeSourceToken, () => ({ token: 'sample-token-of-a-source', path: '/1.1/study-data' })),
  ]),
  play: async () => {
    const make = `${word('studyMapping:makeToken')}: Feed of data management`;
    await userEvent.click(await screen.findByRole('button', { name: make }, WAIT));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.type(dialog.getByRole('textbox'), 'For the feed');
    const [confirm] = dialog.getAllByRole('button').slice(-1);
    if (confirm) await userEvent.click(confirm);
    await soon(() => expect(screen.getByText('sample-token-of-a-source')).toBeVisible());
  },
};

export const Mapping = {
  ...admin('3/detail?sponsor=1', studyMappingCalls()),
  play: async () => {
    await soon(() => expect(screen.getByText('Amendment 1 (v2), First version (v1)')).toBeVisible());
  },
};

/** Its address names no sponsor: that is the first one of the company. */
export const NotLinked = {
  ...admin('3/detail', studyMappingCalls(false)),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: `${word('studyMapping:chooseCdms')}…` }, WAIT),
    );
    await soon(() => expect(screen.getByText('ACM302(PROD)')).toBeVisible());
  },
};
