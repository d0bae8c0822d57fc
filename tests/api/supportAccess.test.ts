/** Support access: a sponsor lets a system administrator see its cases for some days, sees who read which, and ends it. */
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSponsorOf, insertUser } from '../../server/accounts/tenants.store.ts';
import { insertUsualRoles, ROLE } from '../../server/accounts/usualRoles.ts';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { verifyCase } from '../../server/audit/verifyCase.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import { inSponsor, setSponsor } from '../../server/storage/database.ts';
import {
  addCase,
  checkSession,
  downloadReport,
  endSupportAccess,
  grantSupportAccess,
  listCaseAudit,
  listCaseReads,
  listCases,
  listRetention,
  listSponsors,
  listSupportAudit,
  readCaseId,
  readPage,
  readPseudonymisations,
  readSupportAccesses,
  savePage,
  savePageRow,
  searchPersons,
  setCaseStatus,
  setLegalHold,
  signIn,
  startPseudonymisation,
} from '../../shared/contract/index.ts';
import { insertSender } from '../insertSender.ts';
import { itemValue } from './caseWorld.ts';
import { startTestServer, type TestServer } from './harness.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
let sponsorKey: number;
let system: string;
let admin: string;
let caseKey: number;

beforeAll(async () => {
  server = await startTestServer();
  sponsorKey = await inSponsor(server.db, 1, async (trx) => {
    const settings = { timeZone: 'Asia/Seoul', useWorkflow: false, defaultAppendix: 'KR' };
    const key = await insertSponsorOf(trx, 1, { name: 'Globex', ...settings });
    await insertUsualRoles(trx, server.deps, {
      sponsorKey: key,
      language: 'en',
      user: { userKey: null, userId: 'seed', userName: 'Seed' },
      reason: 'Initial Data',
      requestId: '',
    });
    await insertUser(trx, key, {
      userId: 'globex.admin',
      name: 'Globex Admin',
      password: DEMO_PASSWORD,
      roleId: ROLE.administrator,
      systemAdmin: false,
      unblind: true,
    });
    await setSponsor(trx, key);
    await insertSender(trx, { sponsorKey: key, senderKey: 901, name: 'Globex Safety' });
    return key;
  });
  system = await server.token('system.admin');
  const signedIn = await server.call(signIn, { body: { userId: 'globex.admin', password: DEMO_PASSWORD } });
  admin = signedIn.data.token;
  caseKey = (await server.call(addCase, { body: {}, token: admin })).data.caseKey;
});
afterAll(() => server.stop());

const query = () => ({ sponsorKey });
const params = () => ({ sponsorKey });
const grant = (userId = 'system.admin', days = 2) =>
  server.call(grantSupportAccess, {
    params: params(),
    body: { userId, days, reason: 'Import fails' },
    token: admin,
  });
const looking = () => server.call(checkSession, { params: { id: 'me' }, query: query(), token: system });
const page = (token: string) =>
  server.call(readPage, { params: { caseKey, page: 'CI' }, query: query(), token });
const accesses = async () =>
  (await server.call(readSupportAccesses, { params: params(), token: admin })).data.listInfo;
const reads = async () =>
  (await server.call(listCaseReads, { query: query(), token: admin })).data.listInfo.map(
    ({ cells }) => cells,
  );

it('shows nothing of a sponsor that granted none', async () => {
  expect(await looking()).toMatchObject({ errCode: 'NO_PRIVILEGE' });
  expect(await page(system)).toMatchObject({ errCode: 'NO_PRIVILEGE' });
});

it('is granted to active system administrators only, and not by the sponsor of administration mode', async () => {
  expect(await grant('case.editor')).toMatchObject({ status: 422, errCode: 'INVALID_USER_ID' });
  expect(await grant('nobody')).toMatchObject({ status: 422, errCode: 'INVALID_USER_ID' });
  expect(await grant('system.admin', 31)).toMatchObject({ status: 400 });
  const ofFirst = await server.call(grantSupportAccess, {
    params: { sponsorKey: 1 },
    body: { userId: 'system.admin', days: 1, reason: 'Help' },
    token: await server.token('sponsor.admin'),
  });
  expect(ofFirst).toMatchObject({ errCode: 'NO_SUPPORT_ACCESS' });
});

describe('while it is open', () => {
  beforeAll(async () => {
    expect(await grant('SYSTEM.admin')).toMatchObject({ status: 200 });
  });

  it('offers the sponsor, and shows its cases without anything that could be changed', async () => {
    const { userKey } = (await server.call(checkSession, { params: { id: 'me' }, token: system })).data;
    const offered = await server.call(listSponsors, { params: { userKey }, token: system });
    expect(offered.data.supported).toMatchObject([{ sponsorKey, sponsorName: 'Globex' }]);
    const { data } = await looking();
    expect(data).toMatchObject({ sponsorKey, unblind: false, viewing: { kind: 'support' } });
    expect(data.privList.every(({ privId }) => privId.startsWith('READ.'))).toBe(true);
    expect((await server.call(listCases, { query: query(), token: system })).data.listInfo).toHaveLength(1);
    expect(await page(system)).toMatchObject({ status: 200 });
    const save = await server.call(savePage, {
      params: { caseKey, page: 'CI' },
      query: query(),
      body: { changes: [], reason: 'Test', retrievedAt: '2999-01-01T00:00:00.000Z' },
      token: system,
    });
    expect(save).toMatchObject({ errCode: 'VIEW_ONLY' });
    // a file that is taken away is recorded in the case, which changes it
    const file = await server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      query: query(),
      token: system,
    });
    expect(file).toMatchObject({ errCode: 'VIEW_ONLY' });
  });

  it('tells the sponsor who granted it, when it was used and which case was read', async () => {
    const [access] = await accesses();
    expect(access).toMatchObject({
      userId: 'system.admin',
      reason: 'Import fails',
      grantedBy: 'Globex Admin',
      open: true,
    });
    expect(access?.lastUsedAt).not.toBeNull();
    await page(admin);
    await page(admin);
    expect(await reads()).toMatchObject([
      { userId: 'globex.admin', kind: 'Read on the screen', support: 'No' },
      { userId: 'system.admin', kind: 'Read on the screen', support: 'Yes' },
    ]);
  });

  it('keeps what was read: nothing of it can be changed or deleted', async () => {
    const attempt = inSponsor(server.db, sponsorKey, (trx) => trx.deleteFrom('case_read').execute());
    await expect(attempt).rejects.toThrow(/permission denied/);
  });

  it('is ended by the sponsor at once, in the audit trail with the reason', async () => {
    const [access] = await accesses();
    const end = () =>
      server.call(endSupportAccess, {
        params: { sponsorKey, accessNo: access?.accessNo ?? 0 },
        query: { reason: 'Solved' },
        token: admin,
      });
    expect(await end()).toMatchObject({ status: 200 });
    expect(await end()).toMatchObject({ status: 404 });
    expect(await looking()).toMatchObject({ errCode: 'NO_PRIVILEGE' });
    expect((await accesses())[0]).toMatchObject({ open: false, endedBy: 'Globex Admin' });
    const trail = await server.call(listSupportAudit, { params: params(), token: admin });
    expect(trail.data.listInfo.map(({ cells }) => [cells['item'], cells['reason']])).toEqual([
      ['Support access ended', 'Solved'],
      ['Support access granted', 'Import fails'],
    ]);
    expect(trail.data.listInfo[1]?.cells['after']).toMatch(/, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+9$/);
  });
});

it('ends by itself', async () => {
  await grant('system.admin', 1);
  expect(await looking()).toMatchObject({ status: 200 });
  await inSponsor(server.db, sponsorKey, (trx) =>
    trx
      .updateTable('support_access')
      .set({ until_at: new Date(server.clock.now().getTime() - DAY_MS) })
      .where('ended_at', 'is', null)
      .execute(),
  );
  expect(await looking()).toMatchObject({ errCode: 'NO_PRIVILEGE' });
});

describe('a search for a person', () => {
  const search = (text: string, token: string) =>
    server.call(searchPersons, { body: { text }, query: query(), token });

  it('finds personal items of cases and records of people, in this sponsor only, and counts as reading', async () => {
    const saved = await server.call(savePage, {
      params: { caseKey, page: 'DM' },
      query: query(),
      body: {
        reason: 'Initial Data',
        retrievedAt: '2999-01-01T00:00:00.000Z',
        changes: [itemValue('D.1', [], 'Yoko O.')],
      },
      token: admin,
    });
    expect(saved).toMatchObject({ status: 200 });
    expect((await search('YOKO', admin)).data).toMatchObject({
      cases: [{ caseKey, itemId: 'D.1', value: 'Yoko O.' }],
      records: [],
      more: false,
    });
    expect((await search('globex safety', admin)).data.records).toMatchObject([{ kind: 'sender' }]);
    const elsewhere = await server.call(searchPersons, {
      body: { text: 'Yoko' },
      token: await server.token('sponsor.admin'),
    });
    expect(elsewhere.data.cases).toEqual([]);
    expect(await search('y', admin)).toMatchObject({ status: 400 });
  });

  it('finds a name that stands in the second language only', async () => {
    const saved = await server.call(savePage, {
      params: { caseKey, page: 'DM' },
      query: query(),
      body: {
        reason: 'Correction',
        retrievedAt: '2999-01-01T00:00:00.000Z',
        changes: [itemValue('D.1', [], { value: 'H.G.D.', notation: '홍길동' })],
      },
      token: admin,
    });
    expect(saved).toMatchObject({ status: 200 });
    for (const [text, value] of [
      ['홍길', '홍길동'],
      ['h.g.', 'H.G.D.'],
    ] as const)
      expect((await search(text, admin)).data.cases).toMatchObject([{ caseKey, itemId: 'D.1', value }]);
  });

  it('finds the other wording of a name, and a date however it is typed', async () => {
    const { roles } = server.deps.catalogue.whole;
    const [name = '', birthDate = ''] = [roles['reporterFamilyName'], roles['birthDate']];
    const save = { reason: 'Initial Data', retrievedAt: '2999-01-01T00:00:00.000Z' };
    const reporter = await server.call(savePageRow, {
      params: { caseKey, page: 'RP', rowNo: 0 },
      query: query(),
      body: { ...save, changes: [itemValue(name, [0], { value: 'Kim', notation: '金  민수' })] },
      token: admin,
    });
    const patient = await server.call(savePage, {
      params: { caseKey, page: 'DM' },
      query: query(),
      body: { ...save, changes: [itemValue(birthDate, [], '19700305')] },
      token: admin,
    });
    expect([reporter.status, patient.status]).toEqual([200, 200]);
    for (const text of ['kim', '金 민수'])
      expect((await search(text, admin)).data.cases, text).toMatchObject([{ caseKey, itemId: name }]);
    for (const text of ['19700305', '1970-03-05', '5 Mar 1970', '1970-03'])
      expect((await search(text, admin)).data.cases, text).toMatchObject([{ caseKey, value: '19700305' }]);
    expect((await search('1970-03-06', admin)).data.cases).toEqual([]);
  });
});

describe('the retention period', () => {
  const due = async () =>
    (await server.call(listRetention, { params: params(), token: admin })).data.listInfo;
  const rule = (values: object) =>
    inSponsor(server.db, sponsorKey, async (trx) =>
      putSetting(trx, {
        sponsorKey,
        name: 'retention',
        value: {
          ...(await settingOf(trx, sponsorKey, 'retention')).value,
          cases: 'all',
          years: null,
          ...values,
        },
        at: server.clock.now(),
        userId: 'globex.admin',
      }),
    );
  const hold = (caseNo: string, state: 'Y' | 'N', reason: string) =>
    server.call(setLegalHold, {
      query: query(),
      body: { caseNo, hold: state, reason },
      token: admin,
    });

  it('lists the cases that it is over for, with what is personal in them, and changes nothing', async () => {
    await inSponsor(server.db, sponsorKey, (trx) =>
      trx
        .updateTable('pv_case')
        .set({ updated_at: new Date(server.clock.now().getTime() - 11 * 366 * DAY_MS) })
        .where('case_key', '=', caseKey)
        .execute(),
    );
    expect(await due()).toEqual([]);
    await rule({ years: 10 });
    const [found] = await due();
    expect(found).toMatchObject({ rowKey: String(caseKey), codes: { hold: ['N'] } });
    expect(Number(found?.cells['personal'])).toBeGreaterThan(0);
    await rule({ years: 12 });
    expect(await due()).toEqual([]);
    // of the periods that apply the longest one counts
    await rule({ years: 10, studyYears: 25, US: 25 });
    expect(await due()).toHaveLength(1);
    await inSponsor(server.db, sponsorKey, (trx) =>
      trx
        .updateTable('pv_case')
        .set({ study_keys: [1] })
        .where('case_key', '=', caseKey)
        .execute(),
    );
    expect(await due()).toEqual([]);
    await inSponsor(server.db, sponsorKey, (trx) =>
      trx.updateTable('pv_case').set({ study_keys: [] }).where('case_key', '=', caseKey).execute(),
    );
    await rule({ years: 10, cases: 'locked' });
    expect(await due()).toEqual([]);
  });

  it('does not end for a case on legal hold, which is set and ended with the reason in its audit trail', async () => {
    const caseNo = (await server.call(readCaseId, { params: { caseKey }, query: query(), token: admin })).data
      .caseNo;
    expect((await hold(caseNo, 'Y', 'Litigation')).status).toBe(200);
    expect(await hold(caseNo, 'Y', 'Litigation')).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    expect(await hold('nothing', 'Y', 'Litigation')).toMatchObject({ status: 404 });
    expect(await due()).toMatchObject([{ codes: { hold: ['Y'] }, cells: { holdReason: 'Litigation' } }]);
    expect((await hold(caseNo, 'N', 'Settled')).status).toBe(200);
    expect(await due()).toEqual([]);
    const { listInfo } = (
      await server.call(listCaseAudit, { params: { caseKey }, query: query(), token: admin })
    ).data;
    const holds = listInfo.filter(({ cells }) => cells['item'] === 'Legal hold');
    expect(holds.map(({ cells }) => cells['reason'])).toEqual(['Settled', 'Litigation']);
  });
});

describe('a pseudonymisation', () => {
  const SECRET = 'Kimiko';
  let due: number;
  let caseNo: string;

  const save = (name: string) =>
    server.call(savePage, {
      params: { caseKey: due, page: 'DM' },
      query: query(),
      body: {
        reason: 'Initial Data',
        retrievedAt: '2999-01-01T00:00:00.000Z',
        changes: [itemValue('D.1', [], name), itemValue('D.5', [], '1')],
      },
      token: admin,
    });
  const release = (password = DEMO_PASSWORD) =>
    server.call(startPseudonymisation, {
      query: query(),
      body: { caseKeys: [due], reason: 'Period over', signature: { meaning: 'approval', password } },
      token: admin,
    });
  const runs = async () =>
    (await server.call(readPseudonymisations, { query: query(), token: admin })).data.runs;
  const released = async () => {
    expect(await release()).toMatchObject({ status: 200 });
    await expect.poll(async () => (await runs())[0]?.state, { timeout: 30_000 }).toBe('done');
    return (await runs())[0];
  };
  const verified = () =>
    inSponsor(server.db, sponsorKey, (trx) =>
      verifyCase(trx, caseChain(sponsorKey, due), {
        keys: server.deps.auditKeys,
        anchored: null,
        catalogue: server.deps.catalogue,
      }),
    );
  const setRule = (release: 'any' | 'second', userId: string) =>
    inSponsor(server.db, sponsorKey, async (trx) => {
      const { value } = await settingOf(trx, sponsorKey, 'retention');
      const set = { ...value, cases: 'all' as const, years: 10, release };
      await putSetting(trx, {
        sponsorKey,
        name: 'retention',
        value: set,
        at: server.clock.now(),
        userId,
      });
    });
  /** Every table of the case, its audit trail included. */
  const textOfCase = () =>
    inSponsor(server.db, sponsorKey, async (trx) => {
      const { rows } = await sql<{ text: string }>`
        select jsonb_agg(r)::text as text from (
          select to_jsonb(c) as r from pv_case c where c.case_key = ${due}
          union all select to_jsonb(d) from case_page_row d where d.case_key = ${due}
          union all select to_jsonb(e) from audit_entry e where e.scope = 'case' and e.scope_key = ${due}
        ) all_of_it`.execute(trx);
      return rows[0]?.text ?? '';
    });

  beforeAll(async () => {
    due = (await server.call(addCase, { body: {}, token: admin })).data.caseKey;
    for (const name of [`${SECRET} A.`, `${SECRET} B.`])
      expect(await save(name)).toMatchObject({ status: 200 });
    server.clock.advance(11 * 366 * DAY_MS);
    const body = { userId: 'globex.admin', password: DEMO_PASSWORD };
    admin = (await server.call(signIn, { body })).data.token;
    caseNo = (await server.call(readCaseId, { params: { caseKey: due }, query: query(), token: admin })).data
      .caseNo;
  });

  it('is released with a signature, by another user than set the rule where the sponsor demands it', async () => {
    await setRule('second', 'globex.admin');
    expect(await release('wrong')).toMatchObject({ status: 422, errCode: 'WRONG_SIGNATURE_PASSWORD' });
    expect(await release()).toMatchObject({ status: 409, errCode: 'OWN_RETENTION_RULE' });
    await setRule('second', 'another');
  });

  it('leaves a case that is on legal hold as it is, and the case cannot be deleted', async () => {
    const hold = (state: 'Y' | 'N') =>
      server.call(setLegalHold, {
        query: query(),
        body: { caseNo, hold: state, reason: 'Litigation' },
        token: admin,
      });
    await hold('Y');
    expect(await released()).toMatchObject({ refused: [{ caseNo, why: 'hold' }] });
    expect(await textOfCase()).toContain(SECRET);
    const deletion = await server.call(setCaseStatus, {
      params: { caseKey: due },
      query: query(),
      body: {
        statusId: 'DELETE',
        status: 'Y',
        reason: 'Duplicate',
        retrievedAt: '2999-01-01T00:00:00.000Z',
      },
      token: admin,
    });
    expect(deletion).toMatchObject({ status: 409, errCode: 'CASE_ON_HOLD' });
    await hold('N');
  });

  it('leaves nothing of the personal values of a case and its audit trail, which stays verifiable', async () => {
    expect(await released()).toMatchObject({ done: 1, total: 1, refused: [] });
    expect(await textOfCase()).not.toContain(SECRET);
    const content = await inSponsor(server.db, sponsorKey, (trx) => readCaseContent(trx, sponsorKey, due));
    expect(content.values).toContainEqual(
      expect.objectContaining({ itemId: 'D.1', value: null, nullFlavor: 'MSK' }),
    );
    expect(content.values).toContainEqual(expect.objectContaining({ itemId: 'D.5', value: '1' }));
    expect(await verified()).toMatchObject({ whole: true, differences: [] });
    const { listInfo } = (
      await server.call(listCaseAudit, { params: { caseKey: due }, query: query(), token: admin })
    ).data;
    expect(listInfo[0]?.cells).toMatchObject({ item: 'Pseudonymised', reason: 'Period over' });
    const listed = (await server.call(listRetention, { params: params(), token: admin })).data.listInfo;
    expect(listed.map(({ rowKey }) => rowKey)).not.toContain(String(due));
  });

  it('goes on with a chain that later saves continue', async () => {
    expect(await save('New N.')).toMatchObject({ status: 200 });
    expect(await verified()).toMatchObject({ whole: true });
  });

  it('is the only change that the database lets be made in an audit trail, and a forged one is found', async () => {
    const asOwner = (statement: RawBuilder<unknown>) =>
      inSponsor(server.db, sponsorKey, async (trx) => {
        await sql`set local role none`.execute(trx);
        await statement.execute(trx);
      });
    const ofCase = sql`scope = 'case' and scope_key = ${due}`;
    for (const set of ["null_flavor = 'UNK'", "reason = 'x'", 'reseal = null'])
      await expect(
        asOwner(sql`update ${sql.raw(set.startsWith('null') ? 'audit_entry' : 'audit_save')}
          set ${sql.raw(set)} where ${ofCase}`),
      ).rejects.toThrow(/append only/);
    // the newest save is not sealed again, so its value may not become a pseudonym
    await asOwner(sql`update audit_entry set value = null, null_flavor = 'MSK', properties = null
      where ${ofCase} and item_id = 'D.1' and value is not null`);
    expect(await verified()).toMatchObject({ whole: false, problem: 'save' });
  });
});
