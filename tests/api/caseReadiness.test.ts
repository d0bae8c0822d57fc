/** A case with errors that is reviewed or locked: by the sponsor's setting it is shown, overridden with a reason, or refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkCasesStatus,
  readReceivers,
  saveCaseReceivers,
  setCasesStatus,
  setCaseStatus,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase } from './koreanCase.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';

let world: CaseWorld;
let caseKey: number;
beforeAll(async () => {
  world = await startCaseWorld();
});
beforeEach(async () => {
  ({ caseKey } = await world.aCase());
});
afterAll(() => world.server.stop());

const WHY = 'The reporter cannot be reached';
const change = { statusId: 'LOCK', status: 'Y', reason: 'Case closed', signature: SIGNATURE };
const lock = (more: object = {}) =>
  world.server.call(setCaseStatus, {
    params: { caseKey },
    query: { appendix: 'US' },
    body: { ...change, retrievedAt: LATER, ...more },
    token: world.editor,
  });
const lockAll = (caseKeys: number[], more: object = {}) =>
  world.server.call(setCasesStatus, {
    query: { appendix: 'US' },
    body: { ...change, cases: caseKeys.map((key) => ({ caseKey: key, retrievedAt: LATER })), ...more },
    token: world.editor,
  });
const check = (statusId: string) =>
  world.server.call(checkCasesStatus, {
    params: { statusId },
    query: { appendix: 'US' },
    body: { status: 'Y', caseKeys: [caseKey] },
    token: world.editor,
  });
const choose = (...receivers: string[]) =>
  world.server.call(saveCaseReceivers, {
    params: { caseKey },
    body: {
      reason: 'Reportable',
      retrievedAt: LATER,
      receivers: receivers.map((receiver) => ({ receiver, format: 'XML' })),
    },
    token: world.editor,
  });
const receivers = async (token = world.reader) =>
  (
    await world.server.call(readReceivers, {
      params: { caseKey },
      query: { appendix: 'US' },
      token,
    })
  ).data;
const overridden = async () =>
  (await world.audit(caseKey)).filter(({ itemId }) => itemId === 'ERRORS.OVERRIDE');

describe('where the sponsor demands a reason', () => {
  beforeAll(() => putEditing(world.server, { readiness: 'override' }));
  afterAll(() => putEditing(world.server, PRODUCT_EDITING));

  it.each(['LOCK', 'REVIEW'])('%s is refused without it, and nothing changes', async (statusId) => {
    const answer = await lock({ statusId });
    expect(answer).toMatchObject({ status: 422, errCode: 'OVERRIDE_REASON_REQUIRED' });
    expect(answer.errMsg).toMatch(/FDA \d+/);
    expect((await receivers()).status).toMatchObject({ locked: false, reviewed: false });
  });

  it('goes on with it; the audit trail has the errors and the reason', async () => {
    expect(await lock({ overrideReason: WHY })).toMatchObject({ status: 200, data: { locked: true } });
    const [entry, ...others] = await overridden();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      itemLabel: 'Errors overridden',
      oldValue: expect.stringMatching(/^FDA \d+$/),
      value: WHY,
    });
  });

  it('takes no blank reason', async () => {
    expect(await lock({ overrideReason: '  ' })).toMatchObject({ status: 400 });
  });

  it('wants none to unlock or to delete', async () => {
    await lock({ overrideReason: WHY });
    expect(await lock({ status: 'N' })).toMatchObject({ status: 200 });
    expect(await lock({ statusId: 'DELETE', signature: undefined })).toMatchObject({ status: 200 });
    expect(await overridden()).toHaveLength(1);
  });

  it('counts the errors for the receivers that were chosen', async () => {
    await choose('EMA', 'MFDS');
    expect((await lock()).errMsg).toMatch(/EMA \d+, MFDS \d+|MFDS \d+, EMA \d+/);
    expect((await lock()).errMsg).not.toContain('FDA');
    const { listInfo, readiness } = await receivers();
    expect(readiness).toBe('override');
    expect(
      listInfo
        .filter(({ concerned }) => concerned)
        .map(({ receiverName }) => receiverName)
        .toSorted(),
    ).toEqual(['EMA', 'MFDS']);
  });

  it('counts them for those that a report is due to, where none were chosen', async () => {
    ({ caseKey } = await aKoreanCase(world, 2));
    expect((await lock()).errMsg).toMatch(/MFDS \d+/);
    expect((await lock()).errMsg).not.toContain('FDA');
  });

  it('asks once for several cases, and records it with each', async () => {
    const { data } = await check('LOCK');
    expect(data.listInfo).toMatchObject([
      { readiness: [{ receiver: 'FDA' }], needsOverride: true, refusal: null },
    ]);
    const other = (await world.aCase()).caseKey;
    const refused = await lockAll([caseKey, other]);
    expect(refused.data.listInfo.map(({ refusal }) => refusal?.errCode)).toEqual([
      'OVERRIDE_REASON_REQUIRED',
      'OVERRIDE_REASON_REQUIRED',
    ]);
    const done = await lockAll([caseKey, other], { overrideReason: WHY });
    expect(done.data.listInfo.map(({ status }) => status?.locked)).toEqual([true, true]);
    expect(await overridden()).toHaveLength(1);
  });
});

describe('where the sponsor refuses errors', () => {
  beforeAll(() => putEditing(world.server, { readiness: 'block' }));
  afterAll(() => putEditing(world.server, PRODUCT_EDITING));

  it('no reason helps, and the preview of several cases says so', async () => {
    expect(await lock({ overrideReason: WHY })).toMatchObject({ status: 409, errCode: 'CASE_HAS_ERRORS' });
    expect((await check('REVIEW')).data.listInfo).toMatchObject([
      { needsOverride: false, refusal: { errCode: 'CASE_HAS_ERRORS' } },
    ]);
    expect((await check('DELETE')).data.listInfo).toMatchObject([{ readiness: [], refusal: null }]);
  });
});

describe('by default', () => {
  it('errors are shown and refuse nothing', async () => {
    expect((await receivers()).listInfo).toContainEqual(
      expect.objectContaining({ receiverName: 'FDA', concerned: true }),
    );
    expect(await lock()).toMatchObject({ status: 200 });
    expect(await overridden()).toEqual([]);
  });
});

describe('where another user must review', () => {
  beforeAll(() => putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'other' }));
  afterAll(() => putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'any' }));

  it.each(['LOCK', 'REVIEW'])(
    '%s is refused to whoever saved the version, alone and among others',
    async (statusId) => {
      await world.save(caseKey, 'DM', [itemValue('D.1', [], 'AB')]);
      expect(await lock({ statusId })).toMatchObject({ status: 409, errCode: 'REVIEWER_IS_AUTHOR' });
      expect((await check(statusId)).data.listInfo).toMatchObject([
        { refusal: { errCode: 'REVIEWER_IS_AUTHOR' } },
      ]);
      // before they are asked for anything
      expect((await receivers(world.editor)).refusal?.errCode).toBe('REVIEWER_IS_AUTHOR');
      expect((await receivers()).refusal).toBe(null);
      const other = await world.server.call(setCaseStatus, {
        params: { caseKey },
        query: { appendix: 'US' },
        body: { ...change, statusId, retrievedAt: LATER },
        token: await world.server.token('sponsor.admin'),
      });
      expect(other).toMatchObject({ status: 200 });
    },
  );
});
