/** A study's adverse events become cases: a new one, a follow-up, what changed since, and a reset. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCaseWorld } from '../api/caseWorld.ts';
import { demography, eventRow, syncWorldOn, type SyncWorld } from '../api/syncWorld.ts';
import { newProfile, openIn } from './browser.ts';
import { faultsOf } from './faults.ts';
import { prefixOf, signIn } from './product.ts';
import { seesMessage } from './waits.ts';

const SUBJECT = '1001';
const TERMS = ['Urticaria', 'Pyrexia', 'Nausea', 'Headache', 'Rash', 'Dizziness', 'Fatigue', 'Cough'];

/** Twelve events of three subjects. */
const rows = (outcome: string) => [
  ...TERMS.map((term, index) =>
    eventRow(`e${index}`, index + 1, {
      term,
      serious: index === 1 ? 'Y' : 'N',
      ...(index === 1 && { outcome }),
    }),
  ),
  demography({ SEX: 'F' }),
  ...['2001', '3001'].flatMap((subject) => [
    eventRow('x', 1, { term: 'Arthralgia' }, subject),
    eventRow('y', 2, { term: 'Vomiting' }, subject),
  ]),
];

let world: SyncWorld;
let page: Page;
let problems: string[];
beforeAll(async () => {
  world = await syncWorldOn(await startCaseWorld());
  await world.read(rows('RECOVERING'));
  const profile = await newProfile();
  await profile.addCookies([{ name: 'NOTICE_POPUP_KR_1', value: '1', url: world.server.url }]);
  ({ page, problems } = await openIn(profile));
  await signIn(
    page,
    world.server.url,
    'sponsor.admin',
    `study-list/${world.study.studyKey}/detail/sync/list`,
  );
});
afterAll(() => world.server.stop());

const dialog = () => page.getByRole('dialog').first();
const row = (term: string) => page.getByRole('row', { name: new RegExp(term) }).first();
const openEvent = async (term: string) => {
  await row(term).getByText(term).click();
  await dialog()
    .getByRole('heading', { name: `S-${SUBJECT}` })
    .waitFor();
};
const findAgain = () => page.getByRole('button', { name: 'Find again' }).click();
const sync = async () => {
  await dialog().getByRole('button', { name: 'Sync', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
};

it('finds twelve events, makes a case of two and a follow-up of a third, finds a change, and resets', async () => {
  await seesMessage(page, /New: 12/, findAgain);
  await row('Pyrexia').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await openEvent('Pyrexia');
  const boxes = dialog().getByRole('checkbox', { name: /^Select \d/ });
  expect(await boxes.first().isDisabled()).toBe(true);
  await dialog().getByRole('checkbox', { name: 'Select 1 Urticaria' }).check();
  await dialog().getByText('A new case will be created.').waitFor();
  await dialog()
    .getByRole('row', { name: /Pyrexia.*Updated/ })
    .first()
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await seesMessage(page, /was created from 2 events/, sync);
  await row('Pyrexia').getByText('Yes').waitFor();

  await openEvent('Nausea');
  await dialog().getByText('Which case do the events belong to?').waitFor();
  await dialog()
    .getByRole('radio', { name: /as version 2/ })
    .check();
  await dialog().getByText('A follow-up version will be created.').waitFor();
  await seesMessage(page, /has a new version with 1 event/, sync);
  await row('Nausea').getByText('Yes').waitFor();

  await world.read(rows('FATAL'));
  await seesMessage(page, /Changed: 1/, findAgain);
  await row('Pyrexia').getByText('Changed').waitFor();
  await openEvent('Pyrexia');
  await dialog()
    .getByRole('row', { name: /RECOVERING|FATAL/ })
    .first()
    .waitFor();
  await dialog().getByRole('button', { name: 'Reset sync…' }).click();
  const reason = page.getByRole('dialog', { name: 'Reset the synchronisation of 1 event' });
  await reason.getByRole('textbox').fill('Another patient');
  await seesMessage(page, '1 event was reset', () =>
    reason.getByRole('button', { name: 'Reset sync', exact: true }).click(),
  );
  await dialog()
    .getByRole('row', { name: /Pyrexia.*New/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  await openEvent('Urticaria');
  await dialog().getByRole('link', { name: /CASE-/ }).first().click();
  await page.waitForURL(/case\/\d+\/detail/);
  await page.goto(`${page.url().replace(/\/detail.*/, '/detail')}/DM`);
  await page.getByRole('radio', { name: 'Female' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('menuitem', { name: /Last changed by/ }).click();
  await page.getByText(/Source: study data, 1001 › LOG › DM › DM \(1\) › SEX, “F”/).waitFor();
  await page.goto(`${world.server.url}${prefixOf(page)}/study-list/${world.study.studyKey}/detail/sync/list`);
  await page.getByRole('tab', { name: 'Reconciliation' }).click();
  await page.getByRole('row', { name: /Serious event without a case.*Pyrexia/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});
