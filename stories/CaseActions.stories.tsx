/** What is done with the chosen cases of the list, each dialog in its states; and the rows of a summary page. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent, type FakeCall } from './app/fakeCalls.ts';
import { checkedCases, outcomesOf, rowCheck } from './app/sampleActions.ts';
import { sampleSession } from './app/sampleCase.ts';
import { listCalls } from './app/sampleLists.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Case actions' } satisfies Meta;
export default meta;

const SLOW = { timeout: 15_000 };
const EN = { appendix: 'KR', language: 'en', readOnly: false } as const;
const ANSWERS = [
  fake(contract.checkCasesStatus, ({ body, params }) => ({
    listInfo: checkedCases(body.caseKeys, params.statusId !== 'DELETE' && body.status === 'Y'),
  })),
  fake(contract.setCasesStatus, ({ body }) => ({ listInfo: outcomesOf(body) })),
];
const listed = (calls: readonly FakeCall[] = [], more = {}) =>
  appStory('case/list', { calls: [...listCalls(EN), ...ANSWERS, ...calls], ...more });

const button = (key: string) => screen.findByRole('button', { name: word(`cases:actions.${key}`) }, SLOW);
const chooseRows = async (count: number) => {
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select row|행 .*선택|行/ }, SLOW);
  for (const box of boxes.slice(0, count)) await userEvent.click(box);
};
/** Chooses rows and what to do with them. */
const ask = async (name: 'review' | 'lock' | 'delete', act: string, count = 3) => {
  await chooseRows(count);
  await userEvent.click(await button(name));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: new RegExp(`^${word(`status:to.${act}`)}`) }),
  );
  return within(await screen.findByRole('dialog', {}, SLOW));
};

/** Nothing is chosen: a line says for what cases are chosen. */
export const NothingChosen = {
  ...listed(),
  play: async () => {
    await screen.findByText(word('cases:actions.choose'), {}, SLOW);
    await expect(screen.queryByRole('toolbar', { name: word('cases:actions.label') })).toBeNull();
  },
};

const NO_STEP = fake(contract.readBatchPrivilege, () => ({
  permitted: true,
  mayOverride: false,
  takesPart: false,
}));

/** A user who may only read has no selection and no actions. */
export const ReadOnly = {
  ...listed([NO_STEP], {
    session: (appendix: string) => {
      const session = sampleSession(appendix);
      return { ...session, privList: session.privList.filter(({ privId }) => !privId.startsWith('EDIT')) };
    },
  }),
  play: async () => {
    await screen.findByRole('grid', { name: word('cases:title') }, SLOW);
    await expect(screen.queryByRole('toolbar', { name: word('cases:actions.label') })).toBeNull();
    await expect(screen.queryByRole('checkbox', { name: /^Select row/ })).toBeNull();
  },
};

/** One can be copied at a time. */
export const TwoChosen = {
  ...listed(),
  play: async () => {
    await chooseRows(2);
    await soon(async () =>
      expect(await button('copy')).toHaveAccessibleDescription(word('cases:actions.chooseOne')),
    );
    await soon(async () => expect(await button('lock')).not.toHaveAttribute('aria-disabled'));
  },
};

/** What can be done, what cannot and why; one reason and one signature for all. */
export const LockPreview = {
  ...listed(),
  play: async () => {
    const dialog = await ask('lock', 'LOCK.Y');
    await dialog.findByText(/it is locked; unlock it first/, {}, SLOW);
    await expect(dialog.getByText('5 errors, 2 warnings for FDA')).toBeVisible();
    await userEvent.type(
      dialog.getByLabelText(new RegExp(word('findings:readiness.override'))),
      'Reporter lost',
    );
    await expect(dialog.getByLabelText(new RegExp(word('status:signature.password')))).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: word('status:signature.sign') }));
    await expect(dialog.getByText(word('status:signature.passwordRequired'))).toBeVisible();
  },
};

/** A wrong password: nothing was done, the reason stays, the password is asked for again. */
export const WrongPassword = {
  ...listed([
    fake(contract.setCasesStatus, () => {
      throw new Refusal(422, 'WRONG_SIGNATURE_PASSWORD', 'The password is wrong; nothing was signed');
    }),
  ]),
  play: async () => {
    const dialog = await ask('lock', 'LOCK.Y');
    await userEvent.click(await dialog.findByLabelText(word('status:reasons.Case closed'), {}, SLOW));
    const override = await dialog.findByLabelText(new RegExp(word('findings:readiness.override')), {}, SLOW);
    await userEvent.type(override, 'Reporter lost');
    const password = dialog.getByLabelText(new RegExp(word('status:signature.password')));
    await userEvent.type(password, 'wrong');
    await userEvent.click(dialog.getByRole('button', { name: word('status:signature.sign') }));
    await soon(() => expect(dialog.getByRole('alert')).toHaveTextContent('nothing was signed'));
    await expect(dialog.getByLabelText(word('status:reasons.Case closed'))).toBeChecked();
    await expect(password).toHaveValue('');
    await expect(password).toHaveFocus();
  },
};

/** Deleting withdraws nothing of what was sent. */
export const DeletePreview = {
  ...listed(),
  play: async () => {
    const dialog = await ask('delete', 'DELETE.Y');
    await soon(() => expect(dialog.getByText(/nullify the case instead/)).toBeVisible());
  },
};

export const NothingPossible = {
  ...listed([
    fake(contract.checkCasesStatus, ({ body }) => ({
      listInfo: checkedCases(body.caseKeys, false).map((one) => ({
        ...one,
        refusal: { errCode: 'NO_MODIFIED_DATA', errMsg: 'There is no modified data' },
      })),
    })),
  ]),
  play: async () => {
    const dialog = await ask('review', 'REVIEW.N');
    await soon(() => expect(dialog.getByText(word('cases:bulk.none'))).toBeVisible());
    await expect(dialog.getAllByText(word('cases:bulk.standsSo'))).toHaveLength(3);
    await expect(dialog.queryByRole('radio')).toBeNull();
  },
};

/** What became of each: done, refused and why, and the way to try the refused again. */
export const Outcome = {
  ...listed(),
  play: async () => {
    const dialog = await ask('delete', 'DELETE.Y');
    await userEvent.click(await dialog.findByLabelText(word('status:reasons.Duplicate'), {}, SLOW));
    await userEvent.click(await dialog.findByRole('button', { name: word('status:to.DELETE.Y') }, SLOW));
    await soon(() => expect(dialog.getByText(/changed the status in the meantime/)).toBeVisible());
    await expect(dialog.getAllByRole('button', { name: word('cases:bulk.close') }).at(-1)).toHaveFocus();
    await expect(dialog.getByRole('button', { name: word('cases:bulk.retry', { count: 2 }) })).toBeVisible();
  },
};

/** Looking at the cases takes a while. */
export const Looking = {
  ...listed([silent(contract.checkCasesStatus)]),
  play: async () => {
    const dialog = await ask('lock', 'LOCK.N');
    await soon(() => expect(dialog.getByText(word('cases:bulk.looking'))).toBeVisible());
  },
};

/** The cases could not be looked at. */
export const LookingFailed = {
  ...listed([
    fake(contract.checkCasesStatus, () => {
      throw new Refusal(500, 'UNEXPECTED', 'The database is not responding');
    }),
  ]),
  play: async () => {
    const dialog = await ask('lock', 'LOCK.N');
    await soon(() => expect(dialog.getByRole('alert')).toHaveTextContent('is not responding'));
  },
};

/** The user selects what is copied; references to rows that are not copied are reported. */
export const Copy = {
  ...listed([fake(contract.addCase, () => ({ caseKey: 12, caseNo: 'KR-ACME-2026-0099' }))]),
  play: async () => {
    await chooseRows(1);
    await userEvent.click(await button('copy'));
    const dialog = within(await screen.findByRole('dialog', {}, SLOW));
    const all = await dialog.findByRole('checkbox', { name: word('cases:copy.all') }, SLOW);
    await expect(all).toBeChecked();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Reactions' }));
    await expect(all).not.toBeChecked();
    await expect(dialog.getByText(word('cases:copy.needs', { others: 'Reactions' }))).toBeVisible();
    await expect(dialog.getByText('Worldwide unique case number')).toBeVisible();
  },
};

export const CopyNothing = {
  ...listed(),
  play: async () => {
    await chooseRows(1);
    await userEvent.click(await button('copy'));
    const dialog = within(await screen.findByRole('dialog', {}, SLOW));
    await userEvent.click(await dialog.findByRole('checkbox', { name: word('cases:copy.all') }, SLOW));
    await userEvent.click(dialog.getByRole('button', { name: word('cases:copy.confirm') }));
    await expect(dialog.getByText(word('cases:copy.none'))).toBeVisible();
  },
};

/** What deleting rows does: what goes with them, who speaks of them, what is wrong with the case then. */
export const RowsPreview = {
  ...appStory('case/12/detail/AE', { calls: [fake(contract.checkRowStatus, rowCheck)] }),
  play: async () => {
    await chooseRows(2);
    await userEvent.click(
      await screen.findByRole('button', { name: word('editor:rows.deleteCount', { count: 2 }) }),
    );
    const dialog = within(await screen.findByRole('dialog', {}, SLOW));
    await soon(() => expect(dialog.getByText(/referenced by Drug 1: Velanorix/)).toBeVisible());
    await expect(dialog.getByText(word('status:rows.newErrors', { count: 1 }))).toBeVisible();
  },
};

/** Another user was faster: nothing is left to do. */
export const RowsNothing = {
  ...appStory('case/12/detail/AE', {
    calls: [
      fake(contract.checkRowStatus, (request) => {
        const { rows } = rowCheck(request);
        return { rows: rows.map((row) => ({ ...row, changes: false })), newErrors: [] };
      }),
    ],
  }),
  play: async () => {
    await chooseRows(1);
    await userEvent.click(
      await screen.findByRole('button', { name: word('editor:rows.deleteCount', { count: 1 }) }),
    );
    const dialog = within(await screen.findByRole('dialog', {}, SLOW));
    await soon(() => expect(dialog.getByText(word('status:rows.nothing.Y'))).toBeVisible());
  },
};
