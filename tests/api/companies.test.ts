/** Companies: made with a sponsor and an invited administrator, changed with a reason, inactive; for nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCompanySponsor,
  checkSession,
  inviteCompanyUser,
  listCompanies,
  listCompanyAudit,
  listCompanyUsers,
  listRoles,
  listUserAudit,
  readCompany,
  readCompanyAccess,
  readFirstSteps,
  saveCompany,
  saveRecord,
  setPasswordByLink,
  signIn,
} from '../../shared/contract/index.ts';
import { findReceivers } from '../../server/receivers/receiverFacts.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const PASSWORD = 'First-password-1';
let world: CaseWorld;
let system: string;
beforeAll(async () => {
  world = await startCaseWorld();
  system = await world.server.token('system.admin');
});
afterAll(() => world.server.stop());

const of = (companyKey: number) => ({ sponsorKey: 1, companyKey });
const save = (
  companyKey: number,
  values: Record<string, string>,
  { token = system, retrievedAt = LATER }: { token?: string; retrievedAt?: string } = {},
) =>
  world.server.call(saveCompany, {
    params: of(companyKey),
    body: {
      reason: 'Contract signed',
      retrievedAt,
      changes: Object.entries(values).map(([itemId, value]) => itemValue(itemId, [], value)),
    },
    token,
  });
const company = (name: string, admin: string, more: Record<string, string> = {}) => ({
  COM_NAME: name,
  COM_KIND: 'SPO',
  COM_COUNTRY: 'KR',
  COM_ADMIN_NAME: `Administrator of ${name}`,
  COM_ADMIN_ID: admin,
  COM_ZONE: 'Asia/Seoul',
  COM_REGION: 'KR',
  ...more,
});
const added = async (...given: Parameters<typeof company>): Promise<number> => {
  const saved = await save(0, company(...given));
  expect(saved).toMatchObject({ status: 200 });
  return saved.data.recordKey;
};
const access = async (companyKey: number) =>
  (await world.server.call(readCompanyAccess, { params: of(companyKey), token: system })).data;
const enter = (userId: string) => world.server.call(signIn, { body: { userId, password: PASSWORD } });
/** Opens the link of the invitation, sets the first password and opens a session. */
const accepted = async (companyKey: number, userId: string) => {
  const { invited } = await access(companyKey);
  const userKey = invited.find((one) => one.userId === userId)?.userKey ?? 0;
  const body = { userKey, reason: 'Handed over' };
  const { data } = await world.server.call(inviteCompanyUser, {
    params: of(companyKey),
    body,
    token: system,
  });
  const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(data.link ?? '') ?? [];
  await world.server.call(setPasswordByLink, { params: { id: userId }, body: { token, password: PASSWORD } });
  return (await enter(userId)).data;
};
const refusedAt = (itemId: string, ruleId: string) => ({
  status: 422,
  errCode: 'ITEM_REFUSED',
  details: [expect.objectContaining({ itemId, ruleId })],
});

describe('a new company', () => {
  it('has a sponsor with roles, and an administrator who comes in by a link that works once', async () => {
    const companyKey = await added('Aurora Bio', 'aurora.admin');
    const session = await accepted(companyKey, 'aurora.admin');
    expect(session).toMatchObject({
      organization: 'Aurora Bio',
      clientType: 'SPO',
      roleName: 'Administrator',
      timeZone: 'Asia/Seoul',
      defaultAppendix: 'KR',
      systemAdmin: false,
    });
    const { sponsorKey, token, userKey } = session;
    const { roles } = (await world.server.call(listRoles, { params: { sponsorKey }, token })).data;
    expect(roles.map(({ name }) => name)).toEqual([
      'Administrator',
      'Case processor',
      'Reader',
      'Medical reviewer',
    ]);
    const trail = await world.server.call(listUserAudit, { params: { sponsorKey, userKey }, token });
    expect(trail.data.listInfo[0]?.cells).toMatchObject({ reason: 'Handed over' });
    expect((await access(companyKey)).invited).toEqual([]);
  });

  it('is listed with its sponsors and users', async () => {
    const companyKey = await added('Borealis', 'borealis.admin');
    const list = { params: { sponsorKey: 1 }, query: { keyword: 'borealis' }, token: system };
    const { data } = await world.server.call(listCompanies, list);
    expect(data.listInfo).toMatchObject([
      {
        name: 'Borealis',
        link: `company/${companyKey}/property`,
        cells: { sponsors: 'Borealis', users: '1' },
      },
    ]);
    const users = await world.server.call(listCompanyUsers, { params: of(companyKey), token: system });
    expect(users.data.listInfo).toMatchObject([
      { name: 'borealis.admin', cells: { roles: 'Administrator' }, codes: { userState: ['invited'] } },
    ]);
  });

  it.each([
    ['an id that is taken', { COM_ADMIN_ID: 'Case.Editor' }, 'COM_ADMIN_ID', 'value.exists'],
    ['an id that is none', { COM_ADMIN_ID: 'no id' }, 'COM_ADMIN_ID', 'user.invalidId'],
    ['no administrator', { COM_ADMIN_NAME: '' }, 'COM_ADMIN_NAME', 'value.required'],
    ['no country', { COM_COUNTRY: '' }, 'COM_COUNTRY', 'value.required'],
    ['an address that is none', { COM_ADMIN_MAIL: 'nobody' }, 'COM_ADMIN_MAIL', 'value.notValid'],
    ['a zone that there is not', { COM_ZONE: 'Asia/Nowhere' }, 'COM_ZONE', 'value.notAZone'],
    ['an offset for a zone', { COM_ZONE: '+09:00' }, 'COM_ZONE', 'value.notAZone'],
    ['a zone that the database has not', { COM_ZONE: 'US/Pacific-New' }, 'COM_ZONE', 'value.notAZone'],
    ['the name of another one', { COM_NAME: 'hanbit pharma' }, 'COM_NAME', 'value.exists'],
  ])('is not made with %s, and nothing of it stays', async (_what, more, itemId, ruleId) => {
    const count = async () =>
      (await world.server.db.selectFrom('sponsor').select('sponsor_key').execute()).length;
    const before = await count();
    expect(await save(0, company('Cassini', 'cassini.admin', more))).toMatchObject(refusedAt(itemId, ruleId));
    expect(await count()).toBe(before);
  });
});

describe('the first steps of a company', () => {
  it('are done as soon as what they ask for is there', async () => {
    const { token, sponsorKey } = await accepted(await added('Juno', 'juno.admin'), 'juno.admin');
    const open = async () => {
      const answer = await world.server.call(readFirstSteps, { params: { sponsorKey }, token });
      return answer.data.steps.filter(({ done }) => !done).map(({ step }) => step);
    };
    expect(await open()).toEqual(['sender', 'product', 'receiver', 'users']);
    const sender = {
      params: { sponsorKey, kind: 'sender', recordKey: 0, page: 'SN' },
      body: {
        reason: 'First',
        retrievedAt: LATER,
        changes: [itemValue('SND_ORGAN', [], 'Juno, Seoul')],
      },
      token,
    };
    expect(await world.server.call(saveRecord, sender)).toMatchObject({ status: 200 });
    expect(await open()).toEqual(['product', 'receiver', 'users']);
  });
});

describe('a company', () => {
  it('is changed with a reason in an audit trail whose chain holds; a stale change is answered', async () => {
    const companyKey = await added('Delphi', 'delphi.admin');
    const { data } = await world.server.call(readCompany, { params: of(companyKey), token: system });
    const seen = { retrievedAt: data.retrievedAt };
    expect(await save(companyKey, { COM_COUNTRY: 'JP', COM_TYPE: '3' }, seen)).toMatchObject({ status: 200 });
    expect(await save(companyKey, { COM_COUNTRY: 'US' }, seen)).toMatchObject({ errCode: 'CASE_CHANGED' });
    const trail = await world.server.call(listCompanyAudit, { params: of(companyKey), token: system });
    expect(trail.data.listInfo[0]?.cells).toMatchObject({ reason: 'Contract signed' });
    const chain = { sponsorKey: 1, scope: 'record/company', scopeKey: companyKey } as const;
    const checks = { keys: world.server.deps.auditKeys, anchored: null };
    expect(await world.query((trx) => verifyChain(trx, chain, checks))).toMatchObject({ whole: true });
  });

  it('proposes by its type how messages name the authority, and has no coding without it', async () => {
    const companyKey = await added('Kepler', 'kepler.admin', { COM_TYPE: '3' });
    const { sponsorKey, menuList } = await accepted(companyKey, 'kepler.admin');
    const nameInMessages = async () => {
      const known = await inSponsor(world.server.db, sponsorKey, (trx) =>
        findReceivers(trx, world.server.deps.catalogue, { sponsorKey, senderKey: null }),
      );
      return known.find(({ name }) => name === 'MFDS')?.routes.map(({ production }) => production.message);
    };
    expect(await nameInMessages()).toEqual(['MFDS-O-KR']);
    expect(menuList).toContainEqual({ menuId: 'MU-CD' });
    await save(companyKey, { COM_TYPE: '1', COM_CODING: 'false' });
    expect(await nameInMessages()).toEqual(['MFDS-O-CT']);
    expect((await enter('kepler.admin')).data.menuList).not.toContainEqual({ menuId: 'MU-CD' });
  });

  it('keeps what it began with', async () => {
    const companyKey = await added('Elara', 'elara.admin');
    expect(await save(companyKey, { COM_ADMIN_ID: 'another.admin' })).toMatchObject(
      refusedAt('COM_ADMIN_ID', 'company.beginning'),
    );
  });

  it('works as further sponsors if it is a contract research organisation', async () => {
    const sponsor = (companyKey: number, name: string) =>
      world.server.call(addCompanySponsor, {
        params: of(companyKey),
        body: { name, reason: 'New client' },
        token: system,
      });
    const own = await added('Fortuna', 'fortuna.admin');
    expect(await sponsor(own, 'Client A')).toMatchObject({ status: 409, errCode: 'NO_FURTHER_SPONSOR' });
    const companyKey = await added('Galileo CRO', 'galileo.admin', { COM_KIND: 'CRO' });
    await accepted(companyKey, 'galileo.admin');
    expect(await sponsor(companyKey, 'Client A')).toMatchObject({ status: 200 });
    expect(await sponsor(companyKey, 'client a')).toMatchObject({ errCode: 'SPONSOR_NAME_TAKEN' });
    expect((await access(companyKey)).sponsors.map(({ name }) => name)).toEqual(['Galileo CRO', 'Client A']);
    const sponsorKey = (await access(companyKey)).sponsors[1]?.sponsorKey;
    const body = { userId: 'galileo.admin', password: PASSWORD, sponsorKey };
    expect(await world.server.call(signIn, { body })).toMatchObject({
      data: { sponsorKey, roleName: 'Administrator' },
    });
    expect(await save(companyKey, { COM_KIND: 'SPO' })).toMatchObject(
      refusedAt('COM_KIND', 'company.severalSponsors'),
    );
  });
});

describe('an inactive company', () => {
  it('ends the sessions of its users and lets nobody in, until it is active again', async () => {
    const companyKey = await added('Helios', 'helios.admin');
    const { token } = await accepted(companyKey, 'helios.admin');
    const look = () => world.server.call(checkSession, { params: { id: 'me' }, token });
    expect(await look()).toMatchObject({ status: 200 });
    expect(await save(companyKey, { COM_STATUS: 'inactive' })).toMatchObject({ status: 200 });
    expect(await look()).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await enter('helios.admin')).toMatchObject({
      status: 403,
      errCode: 'COMPANY_INACTIVE',
      errMsg: expect.stringContaining('Helios is inactive'),
    });
    await save(companyKey, { COM_STATUS: 'active' });
    expect(await enter('helios.admin')).toMatchObject({ status: 200 });
  });

  it('is never that of the system administration', async () => {
    expect(await save(1, { COM_STATUS: 'inactive' })).toMatchObject(
      refusedAt('COM_STATUS', 'company.ofAdministration'),
    );
  });
});

it('an administrator of a sponsor neither reads nor makes companies', async () => {
  const token = await world.server.token('sponsor.admin');
  const refused = { status: 403, errCode: 'NO_PRIVILEGE' };
  expect(await save(0, company('Io', 'io.admin'), { token })).toMatchObject(refused);
  expect(await world.server.call(readCompany, { params: of(1), token })).toMatchObject(refused);
  expect(await world.server.call(listCompanies, { params: { sponsorKey: 1 }, token })).toMatchObject(refused);
});
