/** Signatures, read-only answers, and what is said of rows before they are deleted. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkRowStatus,
  listSignatures,
  saveCasePages,
  setCaseStatus,
  setRowStatus,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { asSuperuser, LATER, itemValue, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const set = (caseKey: number, more: object, token = world.editor) =>
  world.server.call(setCaseStatus, {
    params: { caseKey },
    body: { statusId: 'LOCK', status: 'Y', reason: 'Case closed', retrievedAt: LATER, ...more },
    token,
  });
const signatures = async (caseKey: number) =>
  (await world.server.call(listSignatures, { params: { caseKey }, token: world.reader })).data.listInfo;

describe('a signature', () => {
  it.each(['LOCK', 'REVIEW'])('is asked for by %s, not by its opposite', async (statusId) => {
    const { caseKey } = await world.aCase();
    expect(await set(caseKey, { statusId })).toMatchObject({ status: 422, errCode: 'SIGNATURE_REQUIRED' });
    expect(await set(caseKey, { statusId, signature: SIGNATURE })).toMatchObject({ status: 200 });
    expect(await set(caseKey, { statusId, status: 'N' })).toMatchObject({ status: 200 });
    expect(await signatures(caseKey)).toHaveLength(1);
  });

  it('says who, when, what it means and what was signed, and is bound to the audit trail', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
    const chain = { params: { caseKey }, token: world.reader };
    const { head } = (await world.server.call(verifyCaseAudit, chain)).data;
    await set(caseKey, { signature: { ...SIGNATURE, meaning: 'responsibility' } });
    const [signature] = await signatures(caseKey);
    expect(signature).toMatchObject({
      caseKey,
      versionNo: 1,
      statusId: 'LOCK',
      meaning: 'responsibility',
      userId: 'case.editor',
      userName: 'Mina Park',
      reason: 'Case closed',
      signedHash: head,
      intact: true,
      changesSince: 0,
    });
    expect(signature?.at).toMatch(/Z$/);
    expect((await world.audit(caseKey))[0]).toMatchObject({ itemId: 'LOCK', signed: 'responsibility' });
    expect((await world.server.call(verifyCaseAudit, chain)).data.whole).toBe(true);
  });

  it.each(['REVIEW', 'LOCK'])(
    'of %s is refused where another user changed what its user read, until it is read again',
    async (statusId) => {
      const { caseKey } = await world.aCase();
      const read = async () => (await world.page(caseKey, 'DM')).data.retrievedAt;
      const before = await read();
      await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
      await world.save(caseKey, 'DM', [itemValue('D.5', [], '1')], { token: world.second });
      await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], {
        rowNo: 0,
        token: world.second,
      });
      const sign = (retrievedAt: string) => set(caseKey, { statusId, retrievedAt, signature: SIGNATURE });
      const refused = await sign(before);
      expect(refused).toMatchObject({
        status: 409,
        errCode: 'SIGNED_CASE_CHANGED',
        details: { changedBy: 'Seo Ha-neul' },
      });
      expect(refused.errMsg).toContain('Seo Ha-neul changed the case after you read it');
      const { items } = world.server.deps.catalogue.whole;
      expect(refused.errMsg).toContain(items['D.5']?.label.en);
      expect(refused.errMsg).toContain(items['E.i.1.1a']?.label.en);
      expect(refused.errMsg).not.toContain(items['D.1']?.label.en);
      expect(await signatures(caseKey)).toEqual([]);
      expect(await sign(await read())).toMatchObject({ status: 200 });
    },
  );

  it.each([
    ['its own user saved', async (caseKey: number) => world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')])],
    [
      'another user changed what its user does not see',
      async (caseKey: number) =>
        world.save(caseKey, 'DG', [itemValue('FDA.G.k.10a', [1], '1')], { rowNo: 1, token: world.second }),
    ],
  ])('is given on what was read although %s', async (_what, save) => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Alphazol')], { rowNo: 0 });
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    expect(await save(caseKey)).toMatchObject({ status: 200 });
    expect(await set(caseKey, { retrievedAt, signature: SIGNATURE })).toMatchObject({ status: 200 });
  });

  it('is not needed to take a lock away, which is not refused for what another user saved', async () => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { statusId: 'REVIEW', signature: SIGNATURE });
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { token: world.second });
    expect(await set(caseKey, { statusId: 'REVIEW', status: 'N', retrievedAt })).toMatchObject({
      status: 200,
    });
  });

  it('tells how often the version was changed since', async () => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { statusId: 'REVIEW', signature: SIGNATURE });
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B')]);
    expect(await signatures(caseKey)).toMatchObject([{ changesSince: 2, intact: true }]);
  });

  it('counts a save of several pages as one', async () => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { statusId: 'REVIEW', signature: SIGNATURE });
    const saved = await world.server.call(saveCasePages, {
      params: { caseKey },
      body: {
        reason: 'New Data',
        pages: [
          { page: 'DM', rowNo: null, retrievedAt: LATER, changes: [itemValue('D.1', [], 'A')] },
          { page: 'CI', rowNo: null, retrievedAt: LATER, changes: [itemValue('C.1.1', [], 'KR-A-1')] },
        ],
      },
      token: world.editor,
    });
    expect(saved).toMatchObject({ status: 200 });
    expect(await signatures(caseKey)).toMatchObject([{ changesSince: 1 }]);
  });

  it.each([
    ['a wrong password', { ...SIGNATURE, password: 'wrong' }, 'WRONG_SIGNATURE_PASSWORD'],
    ['an unknown meaning', { ...SIGNATURE, meaning: 'whatever' }, 'UNKNOWN_MEANING'],
  ])('is refused with %s, and nothing changes', async (_what, signature, errCode) => {
    const { caseKey } = await world.aCase();
    expect(await set(caseKey, { signature })).toMatchObject({ status: 422, errCode });
    expect((await world.page(caseKey, 'DM')).data.readOnly).toBeNull();
    expect(await signatures(caseKey)).toEqual([]);
  });

  it('counts wrong passwords like the sign-in does', async () => {
    const { caseKey } = await world.aCase();
    const token = await world.userOfSender('wrong.signer', 1);
    const wrong = { signature: { ...SIGNATURE, password: 'wrong' } };
    const codes: (string | null)[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) codes.push((await set(caseKey, wrong, token)).errCode);
    expect(codes).toEqual([...Array<string>(10).fill('WRONG_SIGNATURE_PASSWORD'), 'TOO_MANY_ATTEMPTS']);
    // nor does the right one help before the wait is over
    expect(
      await set(caseKey, { signature: { ...SIGNATURE, password: 'Only-for-tests-1' } }, token),
    ).toMatchObject({
      status: 429,
    });
  });

  it.each([
    ['update', sql`update signature set meaning = 'review'`],
    ['delete', sql`delete from signature`],
  ])('cannot be changed by %s', async (_what, statement) => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { signature: SIGNATURE });
    await expect(world.query((trx) => statement.execute(trx))).rejects.toThrow(
      /permission denied|append only/,
    );
  });

  it('shows when somebody with the keys of the database did change it', async () => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { signature: SIGNATURE });
    await asSuperuser(world, (trx) =>
      sql`update signature set user_name = 'Somebody Else' where case_key = ${caseKey}`.execute(trx),
    );
    expect(await signatures(caseKey)).toMatchObject([{ userName: 'Somebody Else', intact: false }]);
  });

  it('needs a reason that is not blank', async () => {
    const { caseKey } = await world.aCase();
    expect(await set(caseKey, { reason: '   ', signature: SIGNATURE })).toMatchObject({ status: 400 });
  });
});

describe('a case that cannot be edited', () => {
  it.each([
    ['LOCK', 'locked'],
    ['DELETE', 'deleted'],
  ])('says after %s by whom, when, why, and who can change it', async (statusId, readOnly) => {
    const { caseKey } = await world.aCase();
    const reason = 'Because of the test';
    await set(caseKey, { statusId, reason, ...(statusId === 'LOCK' && { signature: SIGNATURE }) });
    const { data } = await world.page(caseKey, 'DM', world.second);
    expect(data).toMatchObject({
      readOnly,
      readOnlyDetail: {
        by: { userName: 'Mina Park', userId: 'case.editor', reason },
        newest: null,
      },
    });
    expect(data.readOnlyDetail?.whoMay.names).toEqual(expect.arrayContaining(['Mina Park', 'Seo Ha-neul']));
    // the same for a user who may not edit at all
    expect((await world.page(caseKey, 'DM', world.reader)).data.readOnly).toBe(readOnly);
  });

  it('names to a reader those who may, and not those of other senders', async () => {
    const { caseKey } = await world.aCase(1);
    await world.userOfSender('AAA.first.by.name', 1);
    await world.userOfSender('AAB.other.sender', 2);
    const { readOnly, readOnlyDetail } = (await world.page(caseKey, 'DM', world.reader)).data;
    expect(readOnly).toBe('noPrivilege');
    expect(readOnlyDetail?.by).toBeNull();
    expect(readOnlyDetail?.whoMay.names[0]).toBe('AAA.first.by.name');
    expect(readOnlyDetail?.whoMay.names).not.toContain('AAB.other.sender');
  });

  it('says of a struck row who struck it', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], { rowNo: 0 });
    await world.server.call(setRowStatus, {
      params: { caseKey, page: 'AE' },
      body: { rowNos: [1], status: 'Y', reason: 'Entered twice', retrievedAt: LATER },
      token: world.second,
    });
    expect((await world.row(caseKey, 'AE', 1)).data).toMatchObject({
      readOnly: 'rowDeleted',
      readOnlyDetail: { by: { userName: 'Seo Ha-neul', reason: 'Entered twice' } },
    });
  });

  it('is refused with the reason in the language of the user', async () => {
    const { caseKey } = await world.aCase();
    await set(caseKey, { signature: SIGNATURE });
    const body = { statusId: 'DELETE', status: 'Y', reason: 'x', retrievedAt: LATER };
    const refused = (language: string) =>
      world.server.call(setCaseStatus, {
        params: { caseKey },
        query: { language },
        body,
        token: world.editor,
      });
    expect(await refused('en')).toMatchObject({
      errCode: 'STATUS_REFUSED',
      errMsg: 'This action is not possible: it is locked; unlock it first',
      details: { why: 'locked' },
    });
    expect((await refused('ko')).errMsg).toContain('잠겨 있습니다');
  });
});

describe('what is said before rows are deleted', () => {
  it('names the rows, what speaks of them, and changes nothing', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], { rowNo: 0 });
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Fever')], { rowNo: 0 });
    await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix')], { rowNo: 0 });
    await world.save(caseKey, 'DG', [itemValue('G.k.9.i.4', [1, 2], '1')], { rowNo: 1 });
    const check = (rowNos: number[], status: string, token = world.editor) =>
      world.server.call(checkRowStatus, { params: { caseKey, page: 'AE' }, body: { rowNos, status }, token });
    expect((await check([1, 2, 2], 'Y')).data.rows).toEqual([
      { rowNo: 1, place: 1, label: 'Cough', changes: true, entries: 1, referencedBy: [] },
      {
        rowNo: 2,
        place: 2,
        label: 'Fever',
        changes: true,
        entries: 1,
        referencedBy: [{ page: 'DG', group: 'G.k', rowNo: 1, place: 1, label: 'Velanorix' }],
      },
    ]);
    expect((await check([1], 'N')).data).toMatchObject({ rows: [{ changes: false }], newErrors: [] });
    // what is wrong without the last reaction is wrong of the case, and was not before
    expect((await check([1], 'Y')).data.newErrors).toEqual([]);
    const without = (await check([1, 2], 'Y')).data.newErrors;
    expect(without.map(({ severity }) => severity)).toContain('error');
    expect(await check([9], 'Y')).toMatchObject({ status: 404, errCode: 'ROW_NOT_FOUND' });
    expect(await check([1], 'Y', world.reader)).toMatchObject({ status: 403 });
    await set(caseKey, { signature: SIGNATURE });
    expect(await check([1], 'Y')).toMatchObject({ errCode: 'CASE_READ_ONLY' });
  });
});
