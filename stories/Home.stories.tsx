/** The home page, card by card: with something to do, with nothing, waiting, and where one of them fails. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent, type FakeCall } from './app/fakeCalls.ts';
import { sampleSession } from './app/sampleCase.ts';
import { sampleFirstSteps, sampleObligation, sampleReports } from './app/sampleHome.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Home' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const home = (...calls: FakeCall[]) => appStory('home', { calls });
const card = (title: string) => screen.findByRole('region', { name: title }, WAIT);
const due = () => card(word('home:due.title'));

export const EveryCard = {
  ...home(),
  play: async () => {
    const reports = within(await due());
    await soon(() => expect(reports.getByText('3 days overdue')).toBeVisible());
    await expect(reports.getByText('Due today')).toBeVisible();
    await expect(reports.getByText('2 days left')).toBeVisible();
    await expect(reports.getAllByRole('listitem')).toHaveLength(5);
    const workflow = within(await card(word('home:workflow.title')));
    await soon(() =>
      expect(workflow.getByRole('link', { name: 'Saved, Overdue: 1 case' })).toHaveAttribute(
        'href',
        '/1/2/en/KR/case/list?workflow=SAVED&late=Y',
      ),
    );
    await expect(workflow.queryByRole('link', { name: /Finalised/ })).toBeNull();
    await within(await card(word('home:edc.title'))).findByText('Changed since sync');
  },
};

/** Rule, day 0, days and what was read; what is blinded stays so. */
export const WhyItIsDue = {
  ...home(),
  play: async () => {
    const [first] = await within(await due()).findAllByRole('button', { name: /^Why is/ }, WAIT);
    if (first) await userEvent.click(first);
    const why = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(why.getByText(/the latest possible day is used/)).toBeVisible());
    await expect(why.getByText('plus 15 calendar days')).toBeVisible();
    await expect(why.getByText(/Confirm them with your regulatory team/)).toBeVisible();
    await expect(why.getByText(word('home:why.stillOwed'))).toBeVisible();
    // the conditions are sentences with the values in them; the expressions are there on demand
    await expect(why.getByText('South Korea (KR)')).toBeVisible();
    await expect(why.getByText(word('explain:blinded'))).toBeVisible();
    await soon(() => expect(why.getByText(/Country \(South Korea \(KR\)\) is South Korea/)).toBeVisible());
    await expect(why.getByText(/Country \(blinded\) is Yes/)).toBeVisible();
    const [expression] = why.getAllByText(word('explain:showExpression'));
    if (expression) await userEvent.click(expression);
    await expect(why.getByText('anyRow("E.i", value("E.i.9") == "KR")')).toBeVisible();
  },
};

/** Nothing says when the information came in, and the rule takes every case. */
export const WhyWithoutDate = {
  ...home(
    fake(contract.readObligations, () => ({
      listInfo: [
        sampleObligation({
          dayZeroFrom: null,
          example: false,
          stillOwed: false,
          concerned: null,
          applies: null,
        }),
      ],
      groups: {},
    })),
  ),
  play: async () => {
    const [first] = await within(await due()).findAllByRole('button', { name: /^Why is/ }, WAIT);
    if (first) await userEvent.click(first);
    const why = within(await screen.findByRole('dialog', {}, WAIT));
    await soon(() => expect(why.getByText(word('home:why.made'))).toBeVisible());
    await expect(why.getByText(word('home:why.always'))).toBeVisible();
  },
};

/** A report went out in the meantime. */
export const WhyNoLonger = {
  ...home(fake(contract.readObligations, () => ({ listInfo: [], groups: {} }))),
  play: async () => {
    const [first] = await within(await due()).findAllByRole('button', { name: /^Why is/ }, WAIT);
    if (first) await userEvent.click(first);
    await soon(() => expect(screen.getByText(word('home:why.gone'))).toBeVisible());
  },
};

/** The same numbers behind the bars. */
export const ChartsAsTables = {
  ...home(),
  play: async () => {
    const chart = within(await screen.findByRole('figure', { name: word('home:due.chart') }, WAIT));
    const bar = chart.getByRole('img', { name: '2026-03-15: 2' });
    await expect(bar).toBeVisible();
    // those of a day, and those before: none is counted twice
    await expect(chart.getByText('5 reports due in the next 21 days, 2 overdue.')).toBeVisible();
    await userEvent.click(chart.getByRole('switch'));
    await expect(chart.getByRole('row', { name: '2026-03-15 2' })).toBeVisible();
    const steps = within(await screen.findByRole('figure', { name: word('home:workflow.chart') }));
    await userEvent.click(steps.getByRole('switch'));
    await expect(steps.getByRole('row', { name: 'Saved 9' })).toBeVisible();
  },
};

export const NothingToDo = {
  ...home(
    fake(contract.readHomeReports, () => sampleReports([])),
    fake(contract.readHomeWorkflow, () => ({ steps: [] })),
    fake(contract.readHomeEdcSync, () => ({ listInfo: [], totalCount: 0 })),
    fake(contract.readHomeCases, () => ({ listInfo: [] })),
    fake(contract.listHomeNotices, () => ({ listInfo: [] })),
  ),
  play: async () => {
    for (const key of ['due.none', 'workflow.none', 'edc.none', 'noCases'] as const)
      await soon(() => expect(screen.getByText(word(`home:${key}`))).toBeVisible());
  },
};

/** A new sponsor: what is there is ticked, the rest leads to where it is added. */
export const FirstSteps = {
  ...home(fake(contract.readFirstSteps, () => sampleFirstSteps('sender', 'users', 'dictionary'))),
  play: async () => {
    const steps = within(await card(word('home:firstSteps.title')));
    await expect(steps.getAllByRole('listitem')).toHaveLength(5);
    await expect(steps.getAllByRole('link')).toHaveLength(2);
    await expect(steps.getByRole('link', { name: word('home:firstSteps.steps.sender') })).toHaveAttribute(
      'href',
      '/1/2/en/KR/caseinfo/sender/0/detail',
    );
    await userEvent.click(steps.getByRole('button', { name: word('home:firstSteps.hide') }));
    await expect(steps.queryByRole('listitem')).toBeNull();
    await userEvent.click(steps.getByRole('button', { name: 'Show (2 of 5 done)' }));
    await expect(steps.getAllByRole('listitem')).toHaveLength(5);
  },
};

export const Waiting = {
  ...home(
    silent(contract.readHomeReports),
    silent(contract.readHomeWorkflow),
    silent(contract.readHomeEdcSync),
    silent(contract.readHomeCases),
    silent(contract.listHomeNotices),
  ),
  play: async () => {
    await within(await due()).findByRole('status');
    await expect(screen.getAllByText(word('components:loading'))).toHaveLength(5);
  },
};

/** The others go on; what failed can be asked for again. */
export const OneCardFails = {
  ...home(
    fake(contract.readHomeReports, () => {
      throw new Refusal(500, 'UNEXPECTED', 'An error has occurred. Please contact system administrator.');
    }),
  ),
  play: async () => {
    const reports = within(await due());
    await soon(() => expect(reports.getByRole('button', { name: word('home:retry') })).toBeVisible());
    await expect(reports.getByRole('alert')).toHaveTextContent('An error has occurred');
    await soon(async () =>
      expect(within(await card(word('home:recent'))).getAllByRole('listitem')).toHaveLength(2),
    );
  },
};

/** A reader of cases, where the sponsor works without a workflow. */
export const FewPrivileges = {
  ...appStory('home', {
    session: (appendix) => ({
      ...sampleSession(appendix),
      privList: [{ privId: 'READ.CASE' }],
      useWorkflow: false,
    }),
  }),
  play: async () => {
    await due();
    await expect(screen.queryByRole('region', { name: word('home:edc.title') })).toBeNull();
    await expect(screen.queryByRole('region', { name: word('home:workflow.title') })).toBeNull();
  },
};

export const NoCaseOfThatNumber = {
  ...home(
    fake(contract.findCaseByNumber, () => {
      throw new Refusal(404, 'NO_CASE_OF_NUMBER', 'No case "X-1" found, or you do not have access');
    }),
  ),
  play: async () => {
    const box = await screen.findByRole('textbox', { name: word('home:open.number') }, WAIT);
    await userEvent.type(box, 'X-1{Enter}');
    await waitFor(() => expect(box).toHaveAccessibleDescription(/No case "X-1" found/));
  },
};
