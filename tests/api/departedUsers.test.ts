/** Users who may not work for a sponsor any more: it mails them nothing, and offers them to nobody. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listWorkflowUsers,
  readCaseHeader,
  readCaseMailForm,
  readQuestionPeople,
  routeCase,
  sendCaseMail,
} from '../../shared/contract/index.ts';
import { findReaders } from '../../server/notices/noticeReaders.store.ts';
import { findMailedUsers } from '../../server/notifications/notifications.store.ts';
import { mailOf } from '../../server/questions/questions.store.ts';
import { LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const REVIEWER = 4;
const ADDRESS = 'departed@example.org';

let world: CaseWorld;
let caseKey: number;
let userKey: number;
beforeAll(async () => {
  world = await startCaseWorld({
    CASEWRIGHT_MAIL_URL: 'smtp://127.0.0.1:9',
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  ({ caseKey } = await world.aCase());
  ({ user_key: userKey } = await world.query((trx) =>
    trx
      .updateTable('app_user')
      .set({ email: ADDRESS })
      .where('user_id', '=', 'medical.reviewer')
      .returning('user_key')
      .executeTakeFirstOrThrow(),
  ));
});
afterAll(() => world.server.stop());

type Part = { locked_at: Date | null; end_on: string | null };
const put = (part: Part) =>
  world.query((trx) =>
    trx
      .updateTable('user_sponsor')
      .set(part)
      .where('sponsor_key', '=', 1)
      .where('user_key', '=', userKey)
      .execute(),
  );

/** Where the user is met, by others and by mails. */
async function places() {
  const { server, editor, query } = world;
  const at = server.clock.now();
  const of = { params: { caseKey }, token: editor };
  const mails = await server.call(readCaseMailForm, of);
  const questions = await server.call(readQuestionPeople, { ...of, query: { itemId: 'D.5' } });
  const workflow = await server.call(listWorkflowUsers, { ...of, params: { caseKey, roleId: REVIEWER } });
  const audience = { sponsor_key: 1, notice_all: 'N', country: 'ALL' } as const;
  return {
    mails: mails.data.userList.some(({ address }) => address === ADDRESS),
    questions: questions.data.users.some((one) => one.userKey === userKey),
    workflow: workflow.data.listInfo.some((one) => one.userKey === userKey),
    notices: (await query((trx) => findReaders(trx, audience, at))).some(({ email }) => email === ADDRESS),
    notifications: (await query((trx) => findMailedUsers(trx, 1, at))).some(({ email }) => email === ADDRESS),
    answers: (await query((trx) => mailOf(trx, { sponsorKey: 1, userKey, at }))) === ADDRESS,
  };
}
const everywhere = (is: boolean) => ({
  mails: is,
  questions: is,
  workflow: is,
  notices: is,
  notifications: is,
  answers: is,
});

it('are met everywhere before', async () => {
  expect(await places()).toEqual(everywhere(true));
});

it.each<[string, Part]>([
  ['whose access is locked', { locked_at: new Date(0), end_on: null }],
  ['whose access has ended', { locked_at: null, end_on: '2001-01-01' }],
])('are met nowhere, %s', async (_which, part) => {
  await put(part);
  expect(await places()).toEqual(everywhere(false));
  const { server, editor } = world;
  const mailed = await server.call(sendCaseMail, {
    params: { caseKey },
    body: { reportId: 'CIOMS', recipients: [{ address: ADDRESS }], content: 'See the report.' },
    token: editor,
  });
  expect(mailed).toMatchObject({ status: 422, errCode: 'MAIL_REFUSED' });
  const workflowInfo = { workflowKey: 'REVIEW', stays: false, roleId: REVIEWER, userKey };
  const routed = await server.call(routeCase, {
    params: { caseKey },
    body: { workflowInfo, comments: 'Please look at it', retrievedAt: LATER },
    token: editor,
  });
  expect(routed).toMatchObject({ status: 409 });
});

it('keep their names as owners of cases, also when their account is deactivated', async () => {
  await put({ locked_at: null, end_on: null });
  const { server, editor } = world;
  const of = { params: { caseKey }, token: editor };
  const workflowInfo = { workflowKey: 'REVIEW', stays: false, roleId: REVIEWER, userKey };
  const body = { workflowInfo, comments: 'Please look at it', retrievedAt: LATER };
  expect(await server.call(routeCase, { ...of, body })).toMatchObject({ status: 200 });
  await world.query((trx) =>
    trx.updateTable('app_user').set({ active: false }).where('user_key', '=', userKey).execute(),
  );
  expect((await server.call(readCaseHeader, of)).data.owner).toMatchObject({ userName: 'Amara Okafor' });
  expect(await places()).toEqual(everywhere(false));
});
