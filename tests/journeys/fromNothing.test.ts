/**
 * From an empty database to a case: the printed link makes the first administrator, who makes a second company; its
 * administrator comes in by a link, sets up a workflow of three steps and invites an editor for one of two senders, who
 * enters a case that goes through the workflow. The first company takes over the configuration. What has journeys of its own (records, users, steps) is done by calls.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSetUpToken } from '../../server/areas/auth/setUp.service.ts';
import {
  changeUserAccount,
  listRoles,
  readWorkflowSettings,
  saveMappingEvents,
  saveRecord,
  saveUser,
  saveWorkflowSettings,
} from '../../shared/contract/index.ts';
import { signIn as signInCall } from '../../shared/contract/auth.ts';
import { startTestServer, type TestServer } from '../api/harness.ts';
import { newProfile, openIn } from './browser.ts';
import { continueAs, prefixOf } from './product.ts';

const PASSWORD = 'First-password-1';
const AT = '2999-01-01T00:00:00.000Z';
const OWN_SENDER = 'Borealis, Tokyo';

let server: TestServer;
const problems: string[][] = [];
const profiles: BrowserContext[] = [];
beforeAll(async () => {
  server = await startTestServer({ env: { CASEWRIGHT_DEMO: '0' } });
});
afterAll(async () => {
  await Promise.all(profiles.map((profile) => profile.close()));
  await server.stop();
  expect(problems.flat()).toEqual([]);
});

const open = async (path: string): Promise<Page> => {
  const profile = await newProfile();
  profiles.push(profile);
  const opened = await openIn(profile);
  problems.push(opened.problems);
  await opened.page.goto(path.startsWith('http') ? path : `${server.url}${path}`);
  return opened.page;
};
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('casewright.token') ?? '');
const goTo = (page: Page, path: string) => page.goto(`${server.url}${prefixOf(page)}/${path}`);
const typed = (values: Record<string, string>) =>
  Object.entries(values).map(([itemId, value]) => ({
    itemId,
    rowNo: 0,
    rowNo2: 0,
    rowNo3: 0,
    value,
    nullFlavor: null,
    notation: null,
  }));

/** Sets the first password by the link of an invitation, and opens a session. */
async function comeIn(link: string, userId: string): Promise<Page> {
  const page = await open(link);
  for (const name of ['New password', 'Confirm new password']) await field(page, name).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/password\/finish$/);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, userId);
  await page.waitForURL(/\/home$/);
  return page;
}

async function signIn(page: Page, userId: string): Promise<void> {
  await field(page, 'User ID').fill(userId);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Sign in');
}

async function routeTo(page: Page, step: string, comments: string, instead?: string): Promise<void> {
  await page.getByRole('button', { name: /^Route/ }).click();
  const dialog = page.getByRole('dialog', { name: /route/i });
  await dialog.getByLabel('Route to').selectOption(step);
  await dialog.getByLabel('Comments').fill(comments);
  if (instead !== undefined) await dialog.getByLabel(/^Reason for acting on behalf/).fill(instead);
  await dialog.getByRole('button', { name: 'OK', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('li[aria-current=step]').filter({ hasText: step }).waitFor();
}

it('an invited editor of a second sponsor enters a case that goes through three steps', async () => {
  const first = await open(`/set-up/${await newSetUpToken(server.deps)}`);
  await press(first, 'Set up');
  await first.getByRole('alert').getByText('Sponsor: This field is required', { exact: true }).waitFor();
  await field(first, 'Sponsor').fill('Provider');
  await first.getByRole('combobox', { name: 'Country of the sponsor' }).selectOption('KR');
  await field(first, 'Sender organisation').fill('Provider Safety');
  await field(first, 'Your name').fill('First Administrator');
  await field(first, 'User ID').fill('first.admin');
  for (const name of ['New password', 'Confirm new password']) await field(first, name).fill(PASSWORD);
  await press(first, 'Set up');
  await first.waitForURL(/\/login/);
  await signIn(first, 'first.admin');
  const choice = first.getByRole('dialog', { name: 'Select sponsor and sender' });
  await choice.getByRole('button', { name: 'System', exact: true }).click();
  await first.waitForURL(/\/system-admin\//);

  await first.goto(`${server.url}/system-admin/company/list`);
  await first.getByRole('link', { name: 'Add Company' }).click();
  await field(first, 'Organisation name').fill('Borealis');
  await first.getByRole('radio', { name: 'Sponsor', exact: true }).check();
  await first.getByRole('combobox', { name: 'Country' }).fill('Japan');
  await first.getByRole('option', { name: /Japan/ }).click();
  await field(first, 'Name of the first administrator').fill('Bo Borealis');
  await field(first, 'User ID of the first administrator').fill('bo.borealis');
  await press(first, 'Save');
  await first.waitForURL('**/user/list');
  await press(first, 'Create a new invitation link');
  const why = first.getByRole('dialog');
  await why.getByRole('textbox', { name: 'Reason' }).fill('Handed over in person');
  await why.getByRole('button', { name: 'OK', exact: true }).click();
  const link = await first.getByText('/password/change/').textContent();

  const admin = await comeIn(link ?? '', 'bo.borealis');
  await admin.getByRole('region', { name: 'First steps' }).waitFor();
  const token = await tokenOf(admin);
  const sponsorKey = Number(prefixOf(admin).split('/')[1]);
  for (const SND_ORGAN of ['Borealis, Seoul', OWN_SENDER]) {
    const params = { sponsorKey, kind: 'sender', recordKey: 0, page: 'SN' };
    const body = { reason: 'Begin', retrievedAt: AT, changes: typed({ SND_ORGAN }) };
    expect(await server.call(saveRecord, { params, body, token })).toMatchObject({ status: 200 });
  }
  const workflow = (await server.call(readWorkflowSettings, { params: { sponsorKey }, token })).data;
  const steps = workflow.steps.filter(({ workflowKey }) => workflowKey !== 'REVIEWED');
  const routes = [
    { from: 'SAVED', to: 'REVIEW' },
    { from: 'REVIEW', to: 'FINALIZED' },
  ];
  const changed = await server.call(saveWorkflowSettings, {
    params: { sponsorKey },
    body: { reason: 'SOP 1', setAt: workflow.setAt, useWorkflow: true, steps, routes },
    token,
  });
  expect(changed).toMatchObject({ status: 200 });

  const { roles } = (await server.call(listRoles, { params: { sponsorKey }, token })).data;
  const role = roles.find(({ name }) => name === 'Case processor');
  const { recordKey: userKey } = (
    await server.call(saveUser, {
      params: { sponsorKey, userKey: 0 },
      body: {
        reason: 'New colleague',
        retrievedAt: AT,
        changes: typed({
          USER_NAME: 'Edda Editor',
          USER_ID: 'edda.editor',
          USER_ROLES: `Case processor [${role?.roleId}]`,
          USER_SENDERS: `${OWN_SENDER} [2]`,
        }),
      },
      token,
    })
  ).data;
  const invitation = await server.call(changeUserAccount, {
    params: { sponsorKey, userKey },
    body: { action: 'invite', reason: 'New colleague', state: 'invited' },
    token,
  });
  // the administrator sees the editor, with the scope, on the page of users
  await goTo(admin, `user/${userKey}/detail`);
  await admin.getByText(OWN_SENDER).first().waitFor();

  const editor = await comeIn(invitation.data.link ?? '', 'edda.editor');
  await editor.getByRole('banner').getByText(OWN_SENDER).waitFor();
  await goTo(editor, 'case/list');
  await editor.getByRole('link', { name: 'Add case' }).click();
  await press(editor, 'Check');
  await press(editor, 'Add new case');
  await editor.waitForURL(/\/case\/\d+\/detail/);
  const caseKey = Number(/\/case\/(\d+)\//.exec(editor.url())?.[1]);
  await goTo(editor, `case/${caseKey}/detail/DM`);
  await editor.locator('[data-item="D.1"]').getByRole('textbox').first().fill('E.E.');
  await editor.keyboard.press('Control+s');
  await editor.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await goTo(editor, `case/${caseKey}/detail/WF`);
  await routeTo(editor, 'To be reviewed', 'Entered');

  await goTo(admin, `case/${caseKey}/detail/WF`);
  await routeTo(admin, 'Finalized', 'Reviewed', 'The reviewer is not here yet');
  await admin.getByRole('table', { name: 'History' }).getByText('Entered').waitFor();
});

/** A page below the settings of the sponsor that the user administers. */
async function openConfiguration(userId: string): Promise<Page> {
  const { data } = await server.call(signInCall, { body: { userId, password: PASSWORD } });
  const profile = await newProfile();
  profiles.push(profile);
  const opened = await openIn(profile);
  problems.push(opened.problems);
  const tab = {
    prefix: `/${data.sponsorKey}/${data.senderKey ?? -1}/en/US`,
    storage: { 'casewright.token': data.token, 'casewright.userKey': String(data.userKey) },
  };
  await continueAs(tab, opened.page, server.url, 'settings?part=configuration');
  await opened.page.getByRole('heading', { name: 'Configuration', exact: true }).waitFor();
  return opened.page;
}

const STUDY = 'BO-001';
async function addStudy(page: Page): Promise<{ sponsorKey: number; studyKey: number; token: string }> {
  const sponsorKey = Number(prefixOf(page).split('/')[1]);
  const token = await tokenOf(page);
  const added = await server.call(saveRecord, {
    params: { sponsorKey, kind: 'study', recordKey: 0, page: 'ST' },
    body: {
      reason: 'Begin',
      retrievedAt: AT,
      changes: typed({ STD_SPN_NO: STUDY, STD_NAME: STUDY, STD_TYPE: '1' }),
    },
    token,
  });
  return { sponsorKey, studyKey: added.data.recordKey, token };
}

it('the configuration of one sponsor becomes that of another by a file, once', async () => {
  const source = await openConfiguration('bo.borealis');
  const { token, ...params } = await addStudy(source);
  const event = {
    formOid: 'AE',
    groupOid: 'AE_LOG',
    termItemOid: 'AE.AETERM',
    seriousItemOid: null,
    seriousValues: [],
    bookletItemOid: null,
  };
  const rules = { reason: 'SOP 2', versionNo: 0, event, groups: [] };
  expect(await server.call(saveMappingEvents, { params, body: rules, token })).toMatchObject({ status: 200 });
  const coming = source.waitForEvent('download');
  await press(source, 'Export the configuration');
  const buffer = await readFile(await (await coming).path());

  const target = await openConfiguration('first.admin');
  const file = { name: 'configuration.json', mimeType: 'application/json', buffer };
  await target.locator('input[type=file]').first().setInputFiles(file);
  // the workflow is all that the two do not share, but for the rules of a study that only one has
  const importOne = async () => {
    await press(target, 'Import 1 element');
    const why = target.getByRole('dialog', { name: 'Import 1 element of the configuration', exact: true });
    await why.getByRole('textbox', { name: 'Reason' }).fill('Validated at Borealis');
    await why.getByRole('button', { name: 'OK', exact: true }).click();
    await why.waitFor({ state: 'detached' });
  };
  await target.getByText(`There is no study with the number ${STUDY} here`).waitFor();
  await importOne();
  await target.getByRole('button', { name: 'Import 0 elements', exact: true }).waitFor();
  await addStudy(target);
  await target.locator('input[type=file]').first().setInputFiles(file);
  await importOne();
  await target.getByText('Nothing differs: there is nothing to import.').waitFor();
  const { data } = await server.call(readWorkflowSettings, {
    params: { sponsorKey: Number(prefixOf(target).split('/')[1]) },
    token: await tokenOf(target),
  });
  expect(data.steps).toHaveLength(3);
});
