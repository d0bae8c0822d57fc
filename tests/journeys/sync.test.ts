/** A study's adverse events become cases: a new one, a follow-up, what changed since, and a reset. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCaseWorld } from '../api/caseWorld.ts';
import { linkStudy, metadataOf, readMetadata } from '../api/mappingWorld.ts';
import { demography, eventRow, syncWorldOn, type SyncWorld } from '../api/syncWorld.ts';
import { newProfile, openIn } from './browser.ts';
import { faultsOf } from './faults.ts';
import { follow, prefixOf, signIn, startSession } from './product.ts';
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
let profile: BrowserContext;
let page: Page;
let problems: string[];
beforeAll(async () => {
  world = await syncWorldOn(await startCaseWorld());
  await world.read(rows('RECOVERING'));
  profile = await newProfile();
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
  await page.waitForURL(/case\/\d+\/detail\/./);
  await follow(page, page.url().replace(/\/detail.*/, '/detail/DM'));
  await page.getByRole('radio', { name: 'Female' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('menuitem', { name: /Last changed by/ }).click();
  await page.getByText(/Source: study data, 1001 › LOG › DM › DM \(1\) › SEX, “F”/).waitFor();
  await follow(page, `${prefixOf(page)}/study-list/${world.study.studyKey}/detail/sync/list`);
  await page.getByRole('tab', { name: 'Reconciliation' }).click();
  await page.getByRole('row', { name: /Serious event without a case.*Pyrexia/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // the file for the data manager
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = page.getByRole('dialog', { name: 'Export: Reconciliation', exact: true });
  await file.getByRole('radio', { name: /CSV/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/Serious event without a case.*Pyrexia/);
  expect(problems).toEqual([]);
});

/** A study of case info whose data a source has, linked to nothing yet. */
async function anUnlinkedStudy(): Promise<{ studyKey: number; name: string }> {
  const { studyKey } = await linkStudy(world);
  const name = await world.query(async (trx) => {
    const [link] = await trx
      .deleteFrom('study_link')
      .where('study_key', '=', studyKey)
      .returningAll()
      .execute();
    if (!link) throw new Error('the study was not linked');
    const { sponsor_key, source_key, study_oid, protocol } = link;
    await trx
      .insertInto('source_study')
      .values({ sponsor_key, source_key, study_oid, protocol, read_at: new Date(), as_of: null })
      .execute();
    const record = await trx
      .selectFrom('record')
      .select('name')
      .where('kind', '=', 'study')
      .where('record_key', '=', studyKey)
      .executeTakeFirstOrThrow();
    return record.name;
  });
  return { studyKey, name };
}

it('connects a study, takes proposed rules, maps an item by hand, and mends a rule that new forms break', async () => {
  const { studyKey, name } = await anUnlinkedStudy();
  const { page: desk, problems: faults } = await openIn(profile);
  await startSession(desk, world.server.url, 'system.admin');
  await desk.goto(`${world.server.url}/system-admin/company/1/study-mapping/list`);
  await desk.getByRole('button', { name: 'Link a study…', exact: true }).click();
  await desk.getByRole('button', { name: 'Choose the study…', exact: true }).click();
  const r3 = desk.getByRole('dialog', { name: 'Choose an R3 study' });
  const named = r3.getByRole('row').filter({ hasText: name });
  await named.waitFor();
  expect(await r3.getByRole('columnheader').allInnerTexts()).toEqual([
    'Sponsor study number',
    'Study name',
    "Reporter's given name",
    'Qualification',
  ]);
  expect(await faultsOf(desk)).toEqual([]);
  await named.click();
  await desk.getByRole('button', { name: 'Choose the study of a source…', exact: true }).click();
  const cdms = desk.getByRole('dialog', { name: 'Choose a CDMS study' });
  const offered = cdms.getByRole('row', { name: /S1\b.*P-1/ });
  await offered.waitFor();
  expect(await cdms.getByRole('columnheader').allInnerTexts()).toEqual(['Study ID', 'Protocol']);
  expect(await faultsOf(desk)).toEqual([]);
  await offered.click();
  const linking = desk.getByRole('dialog', { name: 'Link to S1', exact: true });
  await linking.getByRole('textbox').fill('The data of this study');
  await seesMessage(desk, 'The study was linked.', () =>
    linking.getByRole('button', { name: 'OK', exact: true }).click(),
  );
  await desk.getByText('S1', { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
  await desk.close();

  const rules = `${prefixOf(page)}/study-list/${studyKey}/detail/mapping-rule`;
  const saving = (act: () => Promise<void>) => seesMessage(page, 'The mapping rules are saved', act);
  const state = (broken: number) =>
    page.getByText(new RegExp(`^\\d+ of \\d+ items mapped, ${broken} broken`));
  await follow(page, `${rules}/list`);
  await page.getByRole('button', { name: /^Proposals \(\d+\)$/ }).click();
  const proposals = page.getByRole('dialog', { name: 'Proposed rules', exact: true });
  await proposals.getByRole('checkbox', { name: /^All \d+$/ }).check();
  await proposals.getByRole('textbox').fill('As CDASH names them');
  await saving(() => proposals.getByRole('button', { name: /^Accept/ }).click());
  await state(0).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // by hand, from the item tree, beside what the rule makes of a subject
  const openRule = (role: string) =>
    follow(page, `${rules}/${encodeURIComponent(world.role(role))}/1/detail`);
  const chooseItem = async (label: string) => {
    await page.getByRole('button', { name: 'Choose item…', exact: true }).click();
    const tree = page.getByRole('dialog', { name: 'Items of the study', exact: true });
    await tree.getByRole('textbox').fill(label);
    await tree.getByRole('treeitem', { name: label, exact: true }).getByText(label, { exact: true }).click();
    await tree.waitFor({ state: 'detached' });
  };
  const preview = page.getByRole('status', { name: 'Preview' });
  const saveRule = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the rule', exact: true });
    await dialog.getByRole('textbox').fill('As the data manager asked');
    await saving(() => dialog.getByRole('button', { name: 'Save rule', exact: true }).click());
    await dialog.waitFor({ state: 'detached' });
  };
  await openRule('reactionTranslation');
  await chooseItem('AETERM label (AE.AETERM)');
  await preview.getByRole('row', { name: /Urticaria.*Urticaria/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await saveRule('Add rule');

  // the source renames the term
  const next = metadataOf('v2');
  const [events] = next.groups;
  if (events) events.items = events.items.filter(({ name: item }) => item !== 'AETERM');
  await readMetadata(world, studyKey, next);
  await follow(page, `${rules}/list`);
  await state(2).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await openRule('reactionTranslation');
  await page.getByText('This rule no longer fits the study').waitFor();
  await chooseItem('AEREL label (AE.AEREL)');
  await saveRule('Save rule');
  await page.getByText('This rule no longer fits the study').waitFor({ state: 'detached' });
  await follow(page, `${rules}/list`);
  await state(1).waitFor();
  expect(problems).toEqual([]);
});
