/** Several cases led on at once: what would become of each, and each done or refused by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listBatchWorkflowUsers,
  readBatchPrivilege,
  readWorkflow,
  runBatchWorkflow,
  validateBatchWorkflow,
} from '../../shared/contract/index.ts';
import { LATER, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const [ADMIN, PROCESSOR, REVIEWER] = [1, 2, 4];

let world: CaseWorld;
let reviewer: string;
beforeAll(async () => {
  world = await startCaseWorld();
  reviewer = await world.server.token('medical.reviewer');
});
afterAll(() => world.server.stop());

const cases = async (count: number, senderKey?: number): Promise<number[]> => {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push((await world.aCase(senderKey)).caseKey);
  return made;
};
const info = (workflowKey: string, roleId: number | null = null) => ({ workflowKey, roleId, userKey: null });
const validate = (caseKeys: number[], more: object = {}, token = world.editor) =>
  world.server.call(validateBatchWorkflow, { body: { caseKeys, ...more }, token });
const run = (caseKeys: number[], workflowKey: string, more: object = {}, token = world.editor) =>
  world.server.call(runBatchWorkflow, {
    body: {
      cases: caseKeys.map((caseKey) => ({ caseKey, retrievedAt: LATER })),
      workflowInfo: info(workflowKey),
      comments: 'Together',
      ...more,
    },
    token,
  });
/** As they are seen by a validation. */
const casesOf = async (caseKeys: number[]) =>
  (await validate(caseKeys)).data.listInfo.map(({ caseKey, retrievedAt }) => ({ caseKey, retrievedAt }));
const stepOf = async (caseKey: number) =>
  (await world.server.call(readWorkflow, { params: { caseKey }, token: world.reader })).data.current
    .workflowKey;

it('tells who may do it, and who in place of the owners', async () => {
  const batchPrivilege = async (token: string) =>
    (await world.server.call(readBatchPrivilege, { token })).data;
  expect(await batchPrivilege(world.editor)).toEqual({
    permitted: true,
    mayOverride: false,
    takesPart: true,
  });
  // the reader's role belongs to no step
  expect(await batchPrivilege(world.reader)).toMatchObject({ permitted: true, takesPart: false });
  expect(await batchPrivilege(world.second)).toEqual({
    permitted: true,
    mayOverride: true,
    takesPart: true,
  });
});

it('offers the steps that the cases may be led to, and their users', async () => {
  const [a = 0, b = 0] = await cases(2);
  await run([b], 'REVIEW');
  const { data } = await validate([a, b], {}, world.second);
  expect(data.workflows.map(({ workflowKey }) => workflowKey)).toEqual(['REVIEW']);
  expect(data.workflows[0]?.roles).toEqual([{ ROLE_ID: REVIEWER, ROLE_NAME: 'Medical reviewer' }]);
  const users = await world.server.call(listBatchWorkflowUsers, {
    params: { roleId: REVIEWER },
    token: world.editor,
  });
  expect(users.data.listInfo.map(({ userName }) => userName)).toEqual(['Amara Okafor']);
});

it('judges each case by itself, in words, and changes nothing', async () => {
  const [open = 0, locked = 0, there = 0] = await cases(3);
  await world.status(locked, 'LOCK', 'Y');
  await run([there], 'REVIEW');
  const { data } = await validate([open, locked, there, 999_999], { workflowInfo: info('REVIEW') });
  expect(data.listInfo.map(({ caseKey, refusal }) => [caseKey, refusal?.errCode ?? null])).toEqual([
    [open, null],
    [locked, 'ROUTE_REFUSED'],
    [there, 'ROUTE_REFUSED'],
    [999_999, 'CASE_NOT_FOUND'],
  ]);
  expect(data.listInfo[1]?.refusal?.errMsg).toContain('it is locked');
  expect(data.listInfo[0]?.current).toMatchObject({ workflowLabel: 'Saved' });
  expect(await stepOf(open)).toBe('SAVED');
});

it('hands several cases over inside their step, and nothing that is in another one', async () => {
  const [a = 0, b = 0, elsewhere = 0] = await cases(3);
  await run([elsewhere], 'REVIEW');
  const seen = (await validate([a, b, elsewhere])).data;
  expect(seen.staying.map(({ workflowKey }) => workflowKey)).toEqual(['SAVED']);
  const workflowInfo = { ...info('SAVED', PROCESSOR), stays: true };
  const judged = await validate([a, b, elsewhere], { workflowInfo }, world.second);
  expect(judged.data).toMatchObject({ signed: false });
  expect(judged.data.listInfo.map(({ refusal }) => refusal?.errCode ?? null)).toEqual([
    null,
    null,
    'ROUTE_REFUSED',
  ]);
  const done = await run([a, b, elsewhere], 'SAVED', { workflowInfo }, world.second);
  expect(done.data.listInfo.map(({ current }) => current?.roleName ?? null)).toEqual([
    'Case processor',
    'Case processor',
    null,
  ]);
  expect(await stepOf(elsewhere)).toBe('REVIEW');
});

it('hides a case out of scope as if there were none', async () => {
  const limited = await world.userOfSender('batch.of.2', 2);
  const [hidden = 0] = await cases(1, 1);
  const [seen = 0] = await cases(1, 2);
  const answer = await run([hidden, seen], 'REVIEW', {}, limited);
  expect(answer.data.listInfo.map(({ refusal }) => refusal?.errCode ?? null)).toEqual([
    'CASE_NOT_FOUND',
    null,
  ]);
  expect((await validate([hidden], {}, limited)).data.listInfo[0]).toMatchObject({
    caseNo: null,
    current: null,
  });
});

it('leads on what can be, and says of the others why not', async () => {
  const [a = 0, locked = 0, b = 0] = await cases(3);
  await world.status(locked, 'LOCK', 'Y');
  const { data } = await run([a, locked, b], 'REVIEW', { workflowInfo: info('REVIEW', REVIEWER) });
  expect(data.listInfo).toMatchObject([
    { caseKey: a, refusal: null, current: { workflowKey: 'REVIEW', roleName: 'Medical reviewer' } },
    { caseKey: locked, current: null, refusal: { errCode: 'ROUTE_REFUSED' } },
    { caseKey: b, refusal: null },
  ]);
  expect([await stepOf(a), await stepOf(locked), await stepOf(b)]).toEqual(['REVIEW', 'SAVED', 'REVIEW']);
});

it('refuses what was changed after the validation, and no more', async () => {
  const [a = 0, b = 0] = await cases(2);
  const seen = await casesOf([a, b]);
  await world.status(a, 'REVIEW', 'Y');
  const { data } = await run([a, b], 'REVIEW', { cases: seen });
  expect(data.listInfo.map(({ refusal }) => refusal?.errCode ?? null)).toEqual(['STATUS_CHANGED', null]);
});

it('judges each case by its own time: other cases, and the clock, may be ahead', async () => {
  const [a = 0, b = 0] = await cases(2);
  const [first] = await casesOf([a]);
  // stored by another process whose clock is behind, after the validation
  const changed = new Date(Date.parse(first?.retrievedAt ?? '') + 1);
  world.server.clock.advance(60_000);
  const [second] = await casesOf([b]);
  await world.query((trx) =>
    trx
      .updateTable('pv_case')
      .set({ status_at: changed, retrieved_at: changed })
      .where('case_key', '=', a)
      .execute(),
  );
  const { data } = await run([a, b], 'REVIEW', { cases: [first, second] });
  expect(data.listInfo.map(({ refusal }) => refusal?.errCode ?? null)).toEqual(['STATUS_CHANGED', null]);

  // a clock that was ahead when a case was stored holds nothing up
  const ahead = new Date(world.server.clock.now().getTime() + 3_600_000);
  await world.query((trx) =>
    trx
      .updateTable('pv_case')
      .set({ status_at: ahead, retrieved_at: ahead })
      .where('case_key', '=', a)
      .execute(),
  );
  const again = await run([a], 'REVIEW', { cases: await casesOf([a]) });
  expect(again.data.listInfo).toMatchObject([{ caseKey: a, refusal: null }]);
});

it('is signed once for all that need it; a wrong password does nothing', async () => {
  const keys = await cases(2);
  await run(keys, 'REVIEW');
  await run(keys, 'REVIEWED', { workflowInfo: info('REVIEWED', ADMIN) }, reviewer);
  const body = { workflowInfo: info('FINALIZED') };
  expect((await validate(keys, body, world.second)).data.signed).toBe(true);
  const wrong = await run(
    keys,
    'FINALIZED',
    { signature: { ...SIGNATURE, password: 'wrong-1' } },
    world.second,
  );
  expect(wrong).toMatchObject({ status: 422, errCode: 'WRONG_SIGNATURE_PASSWORD' });
  expect(await stepOf(keys[0] ?? 0)).toBe('REVIEWED');
  const { data } = await run(keys, 'FINALIZED', { signature: SIGNATURE }, world.second);
  expect(data.listInfo.map(({ refusal }) => refusal)).toEqual([null, null]);
});

it('leads on in place of the owners, with the reason', async () => {
  const [a = 0, mine = 0] = await cases(2);
  await run([a], 'REVIEW');
  const body = { workflowInfo: info('SAVED'), override: true };
  expect(
    (await validate([a], { workflowInfo: info('SAVED') }, world.editor)).data.listInfo[0]?.refusal,
  ).not.toBeNull();
  expect((await validate([a, mine], body, world.second)).data.listInfo).toMatchObject([
    { overrides: true, refusal: null },
    { refusal: { errCode: 'ROUTE_REFUSED' } },
  ]);
  const { data } = await run([a], 'SAVED', { overrideReason: 'Reviewer on leave' }, world.second);
  expect(data.listInfo[0]).toMatchObject({ refusal: null, current: { workflowKey: 'SAVED' } });
});

it('takes at most 200 cases, each once', async () => {
  const [a = 0] = await cases(1);
  expect(await validate([a, a])).toMatchObject({ status: 400 });
  expect(await validate(Array.from({ length: 201 }, (_, at) => at + 1))).toMatchObject({ status: 400 });
});
