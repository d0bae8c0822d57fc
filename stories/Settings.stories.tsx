/** The settings of a sponsor: how its cases are numbered, and the workflow that they go through. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { DEFAULT_CASE_NUMBER } from '../shared/case-number/caseNumberFormat.ts';
import { listSettingsAudit, readSettings, readWorkflowSettings } from '../shared/contract/index.ts';
import { choicesOf } from '../shared/settings/choices.ts';
import { inEachRegion } from '../shared/settings/describedSettings.ts';
import { appStory } from './app/AppStory.tsx';
import { fake } from './app/fakeCalls.ts';
import { READ_AT, sampleSession } from './app/sampleCase.ts';
import { paged } from './app/sampleListInfo.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Settings' } satisfies Meta;
export default meta;

const WAIT = { timeout: 20_000 };
const step = (workflowKey: string, en: string, dueDays: number | null = null) => ({
  workflowKey,
  name: { en, ko: '', ja: '', zh: '' },
  description: '',
  dueDays,
  normalHours: dueDays === null ? null : 30,
  maximumHours: null,
  alarmOwner: true,
  alarmRoleIds: [],
  editable: workflowKey === 'SAVED',
  approval: false,
  fourEyes: workflowKey === 'REVIEW',
  roleIds: [],
});
const WORKFLOW = {
  setAt: null,
  useWorkflow: true,
  steps: [step('SAVED', 'Saved', 2), step('REVIEW', 'To be reviewed', 3), step('FINALIZED', 'Finalized')],
  routes: [
    { from: 'SAVED', to: 'REVIEW' },
    { from: 'REVIEW', to: 'SAVED' },
    { from: 'REVIEW', to: 'FINALIZED' },
  ],
  cases: [{ workflowKey: 'REVIEW', cases: 12, open: 9 }],
  roles: [
    { roleId: 1, name: 'Case processor', users: 4, mayOwn: true },
    { roleId: 2, name: 'Medical reviewer', users: 1, mayOwn: true },
  ],
};
const calls = [
  fake(readSettings, () => ({
    setAt: null,
    parts: {
      navigation: { setAt: null, values: { links: 'correct', caseOrder: 'changed', rowNumbers: 'show' } },
      editing: {
        values: {
          leavePage: 'ask',
          newCase: 'empty',
          saveReason: 'first',
          readiness: 'show',
          openQuestions: 'show',
          reviewer: 'any',
          sending: 'confirm',
          correctionDays: null,
        },
        setAt: null,
      },
      accounts: {
        values: {
          secondFactor: 'optional',
          training: 'optional',
          unblinding: 'shown',
          passwordLength: null,
          passwordDays: null,
          passwordHistory: null,
          inactiveDays: null,
          reviewMonths: null,
        },
        setAt: null,
      },
      retention: {
        values: {
          cases: 'locked',
          years: null,
          studyYears: null,
          ...inEachRegion(null),
          release: 'any',
        },
        setAt: null,
      },
      dictionaries: {
        values: { versions: 'MEDDRA 27.0', meddraLanguage: 'user' },
        setAt: null,
      },
      reasons: {
        values: {
          edit: 'Typing error\nNew information',
          reviewY: '',
          reviewN: '',
          lockY: '',
          lockN: '',
          override: '',
          deleteY: '',
          deleteN: '',
          rowY: '',
          rowN: '',
        },
        setAt: null,
      },
      general: { values: { timeZone: 'Asia/Seoul', sessionMinutes: null }, setAt: null },
      receivers: { values: { KR: 'MFDS', JP: '', CN: '', EU: '', US: '' }, setAt: null },
      coding: { values: { secondCoder: 'none', secondShare: 10 }, setAt: null },
      reports: { values: { orientation: 'portrait', ordering: 'primary', notation: 'N' }, setAt: null },
    },
    logo: { setAt: null, logo: null },
    dictionaries: [
      { dictionary: 'MEDDRA', label: { en: 'MedDRA', ko: 'MedDRA', ja: 'MedDRA', zh: 'MedDRA' } },
      { dictionary: 'IDF', label: { en: 'IDF', ko: 'IDF', ja: 'IDF', zh: 'IDF' } },
    ],
    loaded: { MEDDRA: ['27.1', '27.0'], IDF: [], RECEIVERS: ['EMA', 'FDA', 'MFDS'] },
    mail: { allowed: ['@partner.example'], setAt: null },
    caseNumber: DEFAULT_CASE_NUMBER,
    preview: {
      day: '20260131',
      timeZone: 'Asia/Seoul',
      limit: 100,
      senders: [
        { senderKey: 2, name: 'Acme Korea', country: 'KR' },
        { senderKey: 3, name: '한빛 바이오', country: null },
      ],
      sequences: [
        { name: 'YYYY=2026', lastNo: 41 },
        { name: 'YYYY=2025', lastNo: 1207 },
      ],
    },
  })),
  fake(readWorkflowSettings, () => WORKFLOW),
  fake(listSettingsAudit, () =>
    paged('MU-AD-ST', [
      {
        rowKey: '1',
        name: 'Identifier',
        delFlag: 'N' as const,
        link: null,
        codes: {},
        cells: {
          time: READ_AT,
          user: 'lee.lead (Lee Lead)',
          item: 'Identifier',
          before: 'CASE',
          after: 'ICSR',
          reason: 'New year',
        },
      },
    ]),
  ),
];
const pattern = () => screen.findByRole('textbox', { name: word('settings:pattern') }, WAIT);

/** The next numbers as the format is typed, and what becomes of the sequence. */
export const CaseNumber = {
  ...appStory('settings', { calls }),
  play: async () => {
    await soon(() => expect(screen.getByText('CASE-2026-00042')).toBeVisible());
    await userEvent.click(screen.getByRole('checkbox', { name: word('settings:tokenNames.YYYY') }));
    await soon(() => expect(screen.getByText('CASE-2026-00001')).toBeVisible());
  },
};

/** A mistake is shown at its field and prevents saving. */
export const Faulty = {
  ...appStory('settings', { calls }),
  play: async () => {
    const field = await pattern();
    await userEvent.clear(field);
    await userEvent.type(field, '{{ID}-{{WEEK}');
    await soon(() =>
      expect(screen.getByText(word('settings:problems.unknownToken', { token: '{WEEK}' }))).toBeVisible(),
    );
    await expect(screen.getByRole('button', { name: word('settings:save') })).toHaveAttribute(
      'aria-disabled',
    );
  },
};

/** Why it is changed is asked beside what it would do. */
export const Reason = {
  ...appStory('settings', { calls }),
  play: async () => {
    const field = await screen.findByRole('textbox', { name: word('settings:identifier') }, WAIT);
    await userEvent.clear(field);
    await userEvent.type(field, 'ICSR');
    await userEvent.click(screen.getByRole('button', { name: word('settings:save') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(dialog.getByText('ICSR-2026-00042')).toBeVisible());
  },
};

/** Settings of a user who may only read them. */
export const ReadOnly = {
  ...appStory('settings', {
    calls,
    session: (appendix: string) => ({
      ...sampleSession(appendix),
      privList: [{ privId: 'READ.ADMIN' as const }],
    }),
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('settings:readOnly'))).toBeVisible());
    await soon(async () => expect(await pattern()).toHaveAttribute('readonly'));
  },
};

/** What was changed, when, by whom and why. */
export const Changes = {
  ...appStory('settings', { calls }),
  play: async () => {
    await pattern();
    await userEvent.click(screen.getByRole('button', { name: word('settings:audit.show') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await waitFor(() => expect(dialog.getByText('New year')).toBeVisible());
  },
};

/** Steps and routes, edited on their drawing; a step with cases stays. */
export const Workflow = {
  ...appStory('settings?part=workflow', { calls }),
  play: async () => {
    const review = await screen.findByRole('button', { name: /To be reviewed/ }, WAIT);
    await userEvent.click(review);
    await soon(() =>
      expect(screen.getByText(word('settings:workflow.inside', { count: 12, open: 9 }))).toBeVisible(),
    );
    await expect(screen.getByRole('button', { name: word('settings:workflow.remove') })).toHaveAttribute(
      'aria-disabled',
    );
    await userEvent.click(screen.getByRole('button', { name: word('settings:workflow.add') }));
    const required = word('settings:workflow.problems.required');
    await soon(() => expect(screen.getByText(required)).toBeVisible());
    // what is wrong with a step is named also beside another one
    await userEvent.click(review);
    const step = word('settings:workflow.newStep');
    await soon(() =>
      expect(
        screen.getByText(word('settings:workflow.problemOf', { step, problem: required })),
      ).toBeVisible(),
    );
    await userEvent.click(screen.getByRole('button', { name: step }));
    await userEvent.type(
      screen.getByRole('textbox', { name: word('settings:workflow.languages.en') }),
      'Quality control',
    );
    await userEvent.click(screen.getByRole('button', { name: word('settings:workflow.save') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    const touched = { step: 'To be reviewed', count: 9 };
    await soon(() => expect(dialog.getByText(word('settings:workflow.touches', touched))).toBeVisible());
  },
};

/** A value that is not allowed is named at its field before anything is sent. */
export const General = {
  ...appStory('settings?part=general', { calls }),
  play: async () => {
    const minutes = await screen.findByRole(
      'textbox',
      { name: word('settings:described.general.sessionMinutes.label') },
      WAIT,
    );
    await userEvent.type(minutes, '3');
    const allowed = word('components:form.wholeNumber', { min: 5, max: 720 });
    await soon(() => expect(screen.getByText(allowed)).toBeVisible());
    await userEvent.type(minutes, '0');
    await userEvent.click(screen.getByRole('button', { name: word('settings:described.general.save') }));
    await soon(() => expect(screen.getByRole('dialog')).toBeVisible());
  },
};

/** What the dialogs of reports begin with. */
export const ReportOptions = {
  ...appStory('settings?part=reports', { calls }),
  play: async () => {
    const landscape = await screen.findByRole(
      'radio',
      { name: choicesOf('reports', 'orientation')[1]?.label.en ?? '' },
      WAIT,
    );
    await userEvent.click(landscape);
    await expect(landscape).toBeChecked();
  },
};
