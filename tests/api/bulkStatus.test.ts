/** Review, lock and deletion of several cases in one call: each by itself, as the call about it alone would. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkCasesStatus,
  listSignatures,
  readCaseId,
  setCasesStatus,
  setCaseStatus,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { LATER, itemValue, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { untilWaitedFor } from './harness.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
});
afterAll(() => world.server.stop());

const MINUTE = 60 * 1000;
const NOWHERE = 999_999;

const aCase = async () => (await world.aCase()).caseKey;
const some = async (count: number) => {
  const keys: number[] = [];
  for (let made = 0; made < count; made += 1) keys.push(await aCase());
  return keys;
};
const check = (caseKeys: number[], statusId: string, status = 'Y', token = world.editor, language = 'en') =>
  world.server.call(checkCasesStatus, {
    params: { statusId },
    query: { language },
    body: { status, caseKeys },
    token,
  });
const set = (caseKeys: number[], more: object, token = world.editor, retrievedAt = LATER) =>
  world.server.call(setCasesStatus, {
    body: {
      statusId: 'DELETE',
      status: 'Y',
      reason: 'Entered by mistake',
      cases: caseKeys.map((caseKey) => ({ caseKey, retrievedAt })),
      ...more,
    },
    token,
  });
const signedLock = { statusId: 'LOCK', reason: 'Case closed', signature: SIGNATURE };
const flagsOf = async (caseKey: number) => {
  const { data } = await world.server.call(readCaseId, { params: { caseKey }, token: world.editor });
  const { reviewed, locked, deleted } = data.status;
  return { reviewed, locked, deleted };
};
const why = ({ data }: Awaited<ReturnType<typeof set | typeof check>>) =>
  data.listInfo.map(({ refusal }) => refusal?.errCode ?? null);

describe('what would be done', () => {
  it('is told of each case with its state, and nothing is changed', async () => {
    const [open, locked, deleted] = await some(3);
    if (!open || !locked || !deleted) throw new Error('three cases were to be made');
    await world.status(locked, 'LOCK', 'Y');
    await world.status(deleted, 'DELETE', 'Y');
    const answer = await check([deleted, open, locked], 'DELETE');
    expect(answer.data.listInfo).toMatchObject([
      { caseKey: deleted, status: { deleted: true }, refusal: { errCode: 'NO_MODIFIED_DATA' } },
      { caseKey: open, status: { deleted: false, locked: false }, refusal: null },
      {
        caseKey: locked,
        refusal: {
          errCode: 'STATUS_REFUSED',
          errMsg: 'This action is not possible: it is locked; unlock it first',
        },
      },
    ]);
    expect(await flagsOf(open)).toEqual({ reviewed: false, locked: false, deleted: false });
    const korean = await check([locked], 'DELETE', 'Y', world.editor, 'ko');
    expect(korean.data.listInfo[0]?.refusal?.errMsg).toContain('잠겨 있습니다');
  });

  it('warns of those that were handed out, in whichever version', async () => {
    const [unsent, sent] = await some(2);
    if (!unsent || !sent) throw new Error('two cases were to be made');
    await world.query((trx) =>
      trx
        .insertInto('distribution')
        .values({
          sponsor_key: 1,
          case_key: sent,
          at: new Date(),
          user_id: 'case.editor',
          report_id: 'XML',
          receiver: null,
        })
        .execute(),
    );
    const { data } = await check([unsent, sent], 'DELETE');
    expect(data.listInfo.map(({ distributed }) => distributed)).toEqual([false, true]);
  });

  it('tells of a case out of scope exactly what it tells of none', async () => {
    const theirs = (await world.aCase(1)).caseKey;
    const token = await world.userOfSender('bulk.of.sender.2', 2);
    const [hidden, none] = (await check([theirs, NOWHERE], 'LOCK', 'Y', token)).data.listInfo;
    expect(hidden).toEqual({ ...none, caseKey: theirs });
    expect(hidden).toMatchObject({ caseNo: null, status: null, refusal: { errCode: 'CASE_NOT_FOUND' } });
    expect(why(await set([theirs, NOWHERE], {}, token))).toEqual(['CASE_NOT_FOUND', 'CASE_NOT_FOUND']);
    expect(await flagsOf(theirs)).toMatchObject({ deleted: false });
  });
});

describe('a change of several', () => {
  it('does each that can be done; what is refused stops none', async () => {
    const [one, locked, last] = await some(3);
    if (!one || !locked || !last) throw new Error('three cases were to be made');
    await world.status(locked, 'LOCK', 'Y');
    const answer = await set([one, NOWHERE, locked, last], {});
    expect(why(answer)).toEqual([null, 'CASE_NOT_FOUND', 'STATUS_REFUSED', null]);
    expect(answer.data.listInfo[0]?.status).toMatchObject({ deleted: true });
    expect([await flagsOf(one), await flagsOf(locked), await flagsOf(last)]).toMatchObject([
      { deleted: true },
      { deleted: false, locked: true },
      { deleted: true },
    ]);
    expect((await world.audit(one))[0]).toMatchObject({ itemId: 'DELETE', reason: 'Entered by mistake' });
  });

  it('signs each case over its own chain, with the password given once', async () => {
    const keys = await some(3);
    for (const key of keys) await world.save(key, 'DM', [itemValue('D.1', [], `P${key}`)]);
    const heads = await Promise.all(
      keys.map(
        async (caseKey) =>
          (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader })).data.head,
      ),
    );
    expect(why(await set(keys, signedLock))).toEqual([null, null, null]);
    for (const [at, caseKey] of keys.entries()) {
      const { data } = await world.server.call(listSignatures, { params: { caseKey }, token: world.reader });
      expect(data.listInfo).toMatchObject([
        { statusId: 'LOCK', meaning: 'approval', signedHash: heads[at], intact: true, reason: 'Case closed' },
      ]);
      const chain = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader });
      expect(chain.data.whole).toBe(true);
    }
    expect(new Set(heads).size).toBe(3);
  });

  it.each([
    ['no signature', undefined, 'SIGNATURE_REQUIRED'],
    ['a wrong password', { ...SIGNATURE, password: 'wrong' }, 'WRONG_SIGNATURE_PASSWORD'],
    ['an unknown meaning', { ...SIGNATURE, meaning: 'whatever' }, 'UNKNOWN_MEANING'],
  ])('is refused as a whole with %s, and nothing was done', async (_what, signature, errCode) => {
    const keys = await some(2);
    expect(await set([NOWHERE, ...keys], { ...signedLock, signature })).toMatchObject({
      status: 422,
      errCode,
    });
    for (const key of keys) expect(await flagsOf(key)).toMatchObject({ locked: false });
  });

  it('asks nobody to sign where nothing can be done', async () => {
    const keys = await some(2);
    for (const key of keys) await world.status(key, 'DELETE', 'Y');
    const answer = await set(keys, { ...signedLock, signature: { ...SIGNATURE, password: 'wrong' } });
    expect(answer.status).toBe(200);
    expect(why(answer)).toEqual(['STATUS_REFUSED', 'STATUS_REFUSED']);
  });

  it('refuses what somebody else changed since it was looked at, and says who', async () => {
    const keys = await some(3);
    const seen = (await check(keys, 'DELETE')).data.listInfo;
    world.server.clock.advance(MINUTE);
    await world.status(keys[1] ?? 0, 'REVIEW', 'Y', world.second);
    const cases = seen.map(({ caseKey, status }) => ({ caseKey, retrievedAt: status?.retrievedAt ?? '' }));
    const answer = await set(keys, { cases });
    expect(why(answer)).toEqual([null, 'STATUS_CHANGED', null]);
    expect(answer.data.listInfo[1]?.refusal?.errMsg).toContain(
      'Seo Ha-neul changed the status in the meantime',
    );
    expect(await flagsOf(keys[1] ?? 0)).toEqual({ reviewed: true, locked: false, deleted: false });
  });

  it('does each once where two users ask at the same time', async () => {
    const keys = await some(4);
    const [mine, theirs] = await Promise.all([set(keys, {}), set(keys.toReversed(), {}, world.second)]);
    const done = [...why(mine), ...why(theirs)];
    expect(done.filter((code) => code === null)).toHaveLength(4);
    expect(new Set(done)).toEqual(new Set([null, 'NO_MODIFIED_DATA']));
    for (const key of keys)
      expect((await world.audit(key)).filter(({ itemId }) => itemId === 'DELETE')).toHaveLength(1);
  });

  it('refuses a case that was deleted between looking and doing, and does the rest', async () => {
    const keys = await some(3);
    const [, second = 0, third = 0] = keys;
    const { held } = await world.query(async (trx) => {
      await sql`select 1 from pv_case where sponsor_key = 1 and case_key = ${second} for update`.execute(trx);
      const held = set(keys, signedLock);
      await untilWaitedFor(trx);
      await world.status(third, 'DELETE', 'Y');
      return { held };
    });
    const answer = await held;
    expect(why(answer)).toEqual([null, null, 'STATUS_REFUSED']);
    expect(await flagsOf(third)).toEqual({ reviewed: false, locked: false, deleted: true });
  });

  it('is for those who may edit cases', async () => {
    const keys = await some(1);
    for (const answer of [check(keys, 'LOCK', 'Y', world.reader), set(keys, {}, world.reader)])
      expect(await answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    expect(await flagsOf(keys[0] ?? 0)).toMatchObject({ deleted: false });
  });

  it.each([
    ['no case', { cases: [] }],
    [
      'too many cases',
      { cases: Array.from({ length: 201 }, (_, at) => ({ caseKey: at, retrievedAt: LATER })) },
    ],
    ['no reason', { reason: '  ' }],
    ['an unknown flag', { statusId: 'EDIT' }],
  ])('refuses a request with %s', async (_what, more) => {
    expect(await set(await some(1), more)).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
  });
});

const anyChange = fc.record({
  statusId: fc.constantFrom('REVIEW', 'LOCK', 'DELETE'),
  status: fc.constantFrom('Y', 'N'),
});
type Change = { statusId: string; status: string };

it('does what the calls one after the other would do', async () => {
  const signature = SIGNATURE;
  const single = async (caseKey: number, change: Change) => {
    const body = { ...change, reason: 'Test', retrievedAt: LATER, signature };
    const answer = await world.server.call(setCaseStatus, { params: { caseKey }, body, token: world.editor });
    return answer.success ? null : { errCode: answer.errCode, errMsg: answer.errMsg };
  };
  const before = fc.array(anyChange, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(before, { minLength: 2, maxLength: 3 }), anyChange, async (states, change) => {
      const bulk: number[] = [];
      const alone: number[] = [];
      for (const steps of states)
        for (const keys of [bulk, alone]) {
          const caseKey = await aCase();
          for (const step of steps) await single(caseKey, step);
          keys.push(caseKey);
        }
      const checks = (await check(bulk, change.statusId, change.status)).data.listInfo;
      const done = (await set(bulk, { ...change, reason: 'Test', signature })).data.listInfo;
      for (const [at, caseKey] of alone.entries()) {
        const refusal = await single(caseKey, change);
        expect(done[at]?.refusal).toEqual(refusal);
        expect(checks[at]?.refusal).toEqual(refusal);
        expect(await flagsOf(bulk[at] ?? 0)).toEqual(await flagsOf(caseKey));
        const trailOf = async (key: number) =>
          (await world.audit(key)).map(({ itemId, action, value, reason, signed }) => ({
            itemId,
            action,
            reason,
            signed,
            ...(action === 'status' && { value }),
          }));
        expect(await trailOf(bulk[at] ?? 0)).toEqual(await trailOf(caseKey));
      }
    }),
    { numRuns: 6 },
  );
});
