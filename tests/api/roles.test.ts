/** Roles and privileges: what an administrator may change, and what it changes for others at once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import {
  checkSession,
  downloadReport,
  listCaseAudit,
  listCases,
  listCoding,
  readItemRights,
  listRoleAudit,
  listRoles,
  MAX_ROLES,
  readCaseContent,
  readPrivileges,
  readUnblinding,
  savePrivileges,
  saveRole,
  unblindCase,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { insertRole, insertUser } from '../../server/accounts/tenants.store.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { signIn } from '../../shared/contract/auth.ts';
import { caseWorldOn, itemValue } from './caseWorld.ts';
import { eventually, startTestServer, whileHeldUp, type TestServer } from './harness.ts';
import { setItemRights, type ItemRightsOfRole } from './setItemRights.ts';

const PASSWORD = 'Only-for-tests-1';
let server: TestServer;
let sponsorKey: number;
let token: string;
/** a second administrator, with a role of their own */
let other: string;
beforeAll(async () => {
  // without its jobs: they lock tables as well
  server = await startTestServer({ env: { ROLE: 'api' } });
  token = await server.token('sponsor.admin');
  ({ sponsorKey } = (await server.call(checkSession, { params: { id: 'me' }, token })).data);
  other = await addUser('role.admin', 90, ['READ.ADMIN', 'EDIT.ADMIN']);
});
afterAll(() => server.stop());

async function addUser(userId: string, roleId: number, privileges: PrivilegeId[]): Promise<string> {
  await inSponsor(server.db, sponsorKey, async (trx) => {
    await insertRole(trx, sponsorKey, { roleId, name: `Role of ${userId}`, privileges });
    const user = { userId, name: userId, password: PASSWORD, systemAdmin: false, unblind: false, roleId };
    await insertUser(trx, sponsorKey, user);
  });
  return (await server.call(signIn, { body: { userId, password: PASSWORD } })).data.token;
}

const params = () => ({ sponsorKey });
const roles = async () => (await server.call(listRoles, { params: params(), token })).data.roles;
async function roleNamed(name: string) {
  const found = (await roles()).find((role) => role.name === name);
  if (!found) throw new Error(`there is no role ${name}`);
  return found;
}
const granted = async (roleId: number) => {
  const { data } = await server.call(readPrivileges, { params: params(), token });
  return data.roles.find((role) => role.roleId === roleId)?.privileges;
};
type Role = Awaited<ReturnType<typeof roles>>[number];
/** What is written of a role, as it is. */
const written = ({ roleId, setAt, name, description }: Role) => ({ roleId, setAt, name, description });
const save = (body: object, as = token) =>
  server.call(saveRole, {
    params: params(),
    token: as,
    body: {
      reason: 'Reorganised',
      roleId: null,
      setAt: null,
      description: '',
      inspector: false,
      delFlag: 'N',
      ...body,
    },
  });
const grant = (role: { roleId: number; setAt: string }, privileges: PrivilegeId[], as = token) =>
  server.call(savePrivileges, {
    params: params(),
    token: as,
    body: { reason: 'Works with sync', roles: [{ roleId: role.roleId, setAt: role.setAt, privileges }] },
  });

describe('the list of roles', () => {
  it('takes a new role, a name and a description, and each with its reason', async () => {
    const { data, status } = await save({ name: ' Translator ', description: 'Reads, translates' });
    expect(status).toBe(200);
    const added = await roleNamed('Translator');
    expect(added).toMatchObject({ ...data, users: 0, steps: 0, cases: 0, own: false });
    await save({ ...written(added), name: 'Linguist', reason: 'New title' });
    const trail = await server.call(listRoleAudit, {
      params: { ...params(), roleId: added.roleId },
      token,
    });
    expect(
      trail.data.listInfo.map(({ cells }) => [cells.item, cells.before, cells.after, cells.reason]),
    ).toEqual([
      ['Name', 'Translator', 'Linguist', 'New title'],
      ['Name', undefined, 'Translator', 'Reorganised'],
      ['Description', undefined, 'Reads, translates', 'Reorganised'],
    ]);
  });

  it('refuses a name that is taken, a change of nothing, and to delete what is in use', async () => {
    expect(await save({ name: 'Reader' })).toMatchObject({ status: 409, errCode: 'ROLE_NAME_TAKEN' });
    const reader = await roleNamed('Reader');
    expect(await save(written(reader))).toMatchObject({ status: 422, errCode: 'NO_MODIFIED_DATA' });
    const answer = await save({ ...written(reader), delFlag: 'Y' });
    expect(answer).toMatchObject({ status: 409, errCode: 'ROLE_IN_USE', details: { users: 1 } });
  });

  it('deletes what nobody uses, and its name is free again', async () => {
    await save({ name: 'Passing' });
    expect((await save({ ...written(await roleNamed('Passing')), delFlag: 'Y' })).status).toBe(200);
    expect((await save({ name: 'Passing' })).status).toBe(200);
  });

  it('takes at most ten', async () => {
    for (let count = (await roles()).length; count < MAX_ROLES; count += 1)
      expect((await save({ name: `Role ${count}` })).status).toBe(200);
    const answer = await save({ name: 'One more' });
    expect(answer).toMatchObject({ status: 409, errCode: 'TOO_MANY_ROLES' });
    expect(answer.errMsg).toBe('You can not register more than 10 roles');
  });
});

describe('privileges', () => {
  it('work at once in open sessions, and to edit is to read', async () => {
    const reader = await roleNamed('Reader');
    const readers = await server.token('case.reader');
    const seen = () => server.call(checkSession, { params: { id: 'me' }, token: readers });
    const before = (await granted(reader.roleId)) ?? [];
    expect((await grant(reader, [...before, 'EDIT.SYNC'])).status).toBe(200);
    expect((await seen()).data.privList.map(({ privId }) => privId)).toEqual(
      expect.arrayContaining(['READ.SYNC', 'EDIT.SYNC']),
    );
    expect((await grant(await roleNamed('Reader'), [])).status).toBe(200);
    const refused = await server.call(listCases, { token: readers });
    expect(refused).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    const trail = await server.call(listRoleAudit, { params: { ...params(), roleId: reader.roleId }, token });
    const sync = trail.data.listInfo.filter(({ cells }) => cells.item === 'Sync: Edit');
    expect(sync.map(({ cells }) => [cells.before, cells.after])).toEqual([
      ['Yes', 'No'],
      ['No', 'Yes'],
    ]);
    expect((await grant(await roleNamed('Reader'), before)).status).toBe(200);
  });

  it('of a stale role are refused with who changed it, and nothing of the rest is stored', async () => {
    const [reader, reviewer] = [await roleNamed('Reader'), await roleNamed('Medical reviewer')];
    expect((await grant(reader, ['READ.CASE'], other)).status).toBe(200);
    const answer = await server.call(savePrivileges, {
      params: params(),
      token,
      body: {
        reason: 'Late',
        roles: [reviewer, reader].map(({ roleId, setAt }) => ({ roleId, setAt, privileges: ['READ.DATA'] })),
      },
    });
    expect(answer).toMatchObject({
      status: 409,
      errCode: 'ROLE_CHANGED',
      details: { roleId: reader.roleId, changedBy: 'role.admin' },
    });
    expect(await granted(reader.roleId)).toEqual(['READ.CASE']);
    expect(await granted(reviewer.roleId)).not.toEqual(['READ.DATA']);
    expect(await save({ ...written(reader), name: 'Late' })).toMatchObject({
      status: 409,
      errCode: 'ROLE_CHANGED',
    });
  });

  it('of an own role are refused', async () => {
    const own = (await roles()).find((role) => role.own);
    if (!own) throw new Error('the administrator holds no role');
    expect(await grant(own, ['EDIT.ADMIN'])).toMatchObject({ status: 409, errCode: 'OWN_ROLE' });
  });

  it('never leave the sponsor without an administrator', async () => {
    const [first, second] = [await roleNamed('Administrator'), await roleNamed('Role of role.admin')];
    // both are let in before one of them is done
    const bothWait = () =>
      eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
          where not granted and relation = 'sponsor'::regclass`.execute(server.db);
        expect(rows[0]?.waiting).toBe(2);
      });
    const answers = await whileHeldUp(
      server,
      'sponsor in exclusive mode',
      () => Promise.all([grant(second, ['READ.ADMIN']), grant(first, ['READ.ADMIN'], other)]),
      bothWait,
    );
    expect(answers.map(({ status, errCode }) => errCode ?? status).toSorted()).toEqual([
      200,
      'LAST_ADMINISTRATOR',
    ]);
    // for the tests that follow
    await server.db.transaction().execute(async (trx) => {
      const lost = PRIVILEGES.map((priv_id) => ({ sponsor_key: sponsorKey, role_id: first.roleId, priv_id }));
      await trx
        .insertInto('role_privilege')
        .values(lost)
        .onConflict((one) => one.doNothing())
        .execute();
    });
  });

  it('are shown with the calls they open', async () => {
    const answer = await server.call(readPrivileges, {
      params: params(),
      token: await server.token('sponsor.admin'),
    });
    const opens = answer.data?.opens.find(({ privId }) => privId === 'EDIT.ADMIN');
    expect(opens?.calls).toContainEqual({
      method: savePrivileges.method,
      path: savePrivileges.path,
      summary: savePrivileges.summary,
    });
  });
});

describe('rights on items', () => {
  it('hide an item with what is made of it and keep another from changes, everywhere and at once', async () => {
    const world = await caseWorldOn(server);
    const as = await server.token('sponsor.admin');
    const { patientInitials = '', sex = '' } = server.deps.catalogue.whole.roles;
    const limited = await addUser('limited.editor', 191, ['READ.CASE', 'EDIT.CASE']);
    const { caseKey, caseNo } = await world.aCase();
    const typed = [itemValue(patientInitials, [], 'Zyx'), itemValue(sex, [], '2')];
    expect((await world.save(caseKey, 'DM', typed)).status).toBe(200);
    const found = async (of: string) =>
      (await server.call(listCases, { query: { keyword: 'Zyx' }, token: of })).data.pageInfo.totalCount;
    const values = async (of: string) =>
      (await world.page(caseKey, 'DM', of)).data.values.map(({ itemId }) => itemId);
    expect([await found(limited), await values(limited)]).toEqual([1, [patientInitials, sex]]);

    const rights = [
      { itemId: patientInitials, right: 'hidden' },
      { itemId: sex, right: 'read' },
    ] as const;
    const put = () => setItemRights(server, { token: as, sponsorKey, roleId: 191, rights });
    expect((await put()).status).toBe(200);
    const { data } = await server.call(readItemRights, { params: params(), token: as });
    expect(data.roles.find(({ roleId }) => roleId === 191)?.rights).toEqual(rights);
    expect((await put()).errCode).toBe('NO_MODIFIED_DATA');

    expect([await found(limited), await values(limited)]).toEqual([0, [sex]]);
    expect([await found(world.editor), await values(world.editor)]).toEqual([1, [patientInitials, sex]]);
    const cells = async (of: string) =>
      (await server.call(listCases, { query: { keyword: caseNo }, token: of })).data.listInfo[0]?.cells;
    expect(await cells(world.editor)).toMatchObject({ patientName: 'Zyx' });
    expect(await cells(limited)).not.toHaveProperty('patientName');
    const refused = await world.save(
      caseKey,
      'DM',
      [itemValue(patientInitials, [], 'A'), itemValue(sex, [], '1')],
      {
        token: limited,
      },
    );
    expect(refused.details).toMatchObject([{ ruleId: 'item.hidden' }, { ruleId: 'item.readOnly' }]);
    const entries = await server.call(listRoleAudit, { params: { sponsorKey, roleId: 191 }, token: as });
    expect(entries.data.listInfo.map(({ cells }) => [cells.before, cells.after])).toEqual([
      ['Write', 'Hidden'],
      ['Write', 'Read'],
    ]);
  });

  it('of an own role are refused, and so is to open what one may not see', async () => {
    const { drugName = '' } = server.deps.catalogue.whole.roles;
    const hidden = [{ itemId: drugName, right: 'hidden' }] as const;
    const as = await server.token('sponsor.admin');
    const put = (roleId: number, rights: ItemRightsOfRole['rights'], token: string) =>
      setItemRights(server, { token, sponsorKey, roleId, rights });
    const own = (await server.call(readItemRights, { params: params(), token: as })).data.roles.find(
      (role) => role.own,
    );
    expect((await put(own?.roleId ?? 0, hidden, as)).errCode).toBe('OWN_ROLE');
    expect((await put(191, [{ itemId: 'X.1', right: 'read' }], as)).errCode).toBe('ITEM_NOT_FOUND');
    const admin = await addUser('hidden.admin', 192, ['READ.ADMIN', 'EDIT.ADMIN']);
    for (const roleId of [191, 192]) expect((await put(roleId, hidden, as)).status).toBe(200);
    expect((await put(191, [], admin)).errCode).toBe('ITEM_NOT_OWN');
    expect((await put(191, [], as)).status).toBe(200);
  });

  it('hold in reports, messages, lists of terms and frozen batches', async () => {
    const world = await caseWorldOn(server);
    const as = await server.token('sponsor.admin');
    const { patientInitials = '', drugName = '' } = server.deps.catalogue.whole.roles;
    const reader = await addUser('limited.reader', 193, ['READ.CASE', 'READ.SUBMISSION']);
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue(patientInitials, [], 'QXJ')]);
    await world.save(caseKey, 'DG', [itemValue(drugName, [0], 'Zyxomab')], { rowNo: 0 });
    const report = async (reportId: string) =>
      server.call(downloadReport, {
        params: { caseKey, reportId },
        query: { receiver: 'FDA' },
        token: reader,
      });
    const texts = async () => [
      await pdfText((await report('CIOMS')).bytes),
      (await report('XML')).bytes.toString(),
    ];
    const terms = async () => {
      const answer = await server.call(listCoding, {
        params: { menuId: 'MU-CD-PD' },
        query: { keyword: 'Zyxomab' },
        token: reader,
      });
      return answer.data.pageInfo.totalCount;
    };
    for (const text of await texts())
      expect([text.includes('QXJ'), text.includes('Zyxomab')]).toEqual([true, true]);
    expect(await terms()).toBe(1);
    const rights = [patientInitials, drugName].map((itemId) => ({ itemId, right: 'hidden' as const }));
    expect((await setItemRights(server, { token: as, sponsorKey, roleId: 193, rights })).status).toBe(200);
    for (const text of await texts()) {
      expect(text).not.toContain('QXJ');
      expect(text).not.toContain('Zyxomab');
    }
    expect(await terms()).toBe(0);
  });
});

describe('blinded values that a reason is asked for', () => {
  const BLINDED = 'FDA.G.k.10a';
  const ask = (unblinding: 'shown' | 'reason') =>
    inSponsor(server.db, sponsorKey, (trx) =>
      trx
        .updateTable('sponsor')
        .set({ account_rules: JSON.stringify({ unblinding }) })
        .where('sponsor_key', '=', sponsorKey)
        .execute(),
    );

  it('are seen in the case that was opened, in that session, with the reason in its audit trail', async () => {
    const world = await caseWorldOn(server);
    const as = await server.token('sponsor.admin');
    const { caseKey } = await world.aCase();
    const { caseKey: other } = await world.aCase();
    for (const key of [caseKey, other])
      await world.save(key, 'DG', [itemValue(BLINDED, [0], '1')], { rowNo: 0, token: as });
    const sees = async (key: number, of: string) =>
      JSON.stringify(
        (await server.call(readCaseContent, { params: { caseKey: key }, token: of })).data,
      ).includes(`"${BLINDED}"`);
    expect(await sees(caseKey, as)).toBe(true);
    await ask('reason');
    expect(await sees(caseKey, as)).toBe(false);
    const open = (of: string) =>
      server.call(unblindCase, {
        params: { caseKey },
        body: { reason: 'Emergency of the patient' },
        token: of,
      });
    expect(await open(world.editor)).toMatchObject({ status: 409, errCode: 'NOTHING_TO_UNBLIND' });
    expect((await open(as)).status).toBe(200);
    expect((await open(as)).status).toBe(200);
    expect([await sees(caseKey, as), await sees(other, as)]).toEqual([true, false]);
    expect((await server.call(readUnblinding, { params: { caseKey }, token: as })).data).toEqual({
      asks: true,
      open: true,
    });
    const again = await server.call(signIn, { body: { userId: 'sponsor.admin', password: DEMO_PASSWORD } });
    expect(await sees(caseKey, again.data.token)).toBe(false);
    const { listInfo } = (await server.call(listCaseAudit, { params: { caseKey }, token: as })).data;
    const opened = listInfo.filter(({ cells }) => cells['item'] === 'Blinded values shown');
    expect(opened.map(({ cells }) => cells['reason'])).toEqual(['Emergency of the patient']);
    const whole = await server.call(verifyCaseAudit, { params: { caseKey }, token: as });
    expect(whole.data).toMatchObject({ whole: true, problem: null });
    await ask('shown');
    expect(await sees(other, as)).toBe(true);
  });
});
