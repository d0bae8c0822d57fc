/**
 * Every call of the contract, made with every single privilege and with none, for both client types: who may is what the
 * contract says, and nothing else. What is asked leads nowhere, so that nothing is changed by who may.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { checkSession, listSponsors, signIn } from '../../shared/contract/auth.ts';
import { readListInfo } from '../../shared/contract/menus.ts';
import type { Call, Envelope } from '../../shared/contract/call.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { CALLS } from '../../server/http/openApi.ts';
import type { Trx } from '../../server/storage/database.ts';
import { pathOf } from '../callPath.ts';
import { startTestServer, type DemoAccount, type TestInput, type TestServer } from './harness.ts';
import { insertSender } from '../insertSender.ts';
import { EDITING, EXPORTS, IMPORTS, NOT_IN_DEMO_ROLES, SYSTEM } from './refusedCalls.ts';

const CLIENT_TYPES = ['SPO', 'CRO'] as const;
type ClientType = (typeof CLIENT_TYPES)[number];
/** `LIMITED` holds every privilege, for one of two senders */
const HOLDERS = [...PRIVILEGES, 'NONE', 'LIMITED', 'SYSTEM'] as const;
type Holder = (typeof HOLDERS)[number];

const PASSWORD = 'Only-for-tests-1';
const [SENDER, OTHER_SENDER] = [1, 2];
const AT_ONCE = 8;

interface Account {
  sponsorKey: number;
  userKey: number;
  token: string;
}

let server: TestServer;
const accounts = new Map<string, Account>();
beforeAll(async () => {
  server = await startTestServer();
  for (const clientType of CLIENT_TYPES) await makeSponsor(clientType);
});
afterAll(() => server.stop());

const userIdOf = (clientType: ClientType, holder: Holder) => `${clientType}.${holder}`;

/** A sponsor of a company of that type, with a role for each privilege and a user for each role. */
async function makeSponsor(clientType: ClientType): Promise<void> {
  const name = `Company ${clientType}`;
  const sponsorKey = await server.db.transaction().execute(async (trx) => {
    const made = { companyName: name, clientType, country: 'KR', name, timeZone: 'UTC' };
    const key = await insertSponsor(trx, { ...made, useWorkflow: true, defaultAppendix: 'ICH' });
    for (const senderKey of [SENDER, OTHER_SENDER])
      await insertSender(trx, { sponsorKey: key, senderKey, name });
    for (const [at, holder] of HOLDERS.entries()) await makeUser(trx, key, clientType, holder, at + 1);
    return key;
  });
  for (const holder of HOLDERS) {
    const body = { userId: userIdOf(clientType, holder), password: PASSWORD };
    const { data } = await server.call(signIn, { body });
    expect(data).toMatchObject({ clientType, sponsorKey });
    accounts.set(body.userId, { sponsorKey, userKey: data.userKey, token: data.token });
  }
}

async function makeUser(
  trx: Trx,
  sponsorKey: number,
  clientType: ClientType,
  holder: Holder,
  roleId: number,
): Promise<void> {
  const privileges = holder === 'LIMITED' ? PRIVILEGES : PRIVILEGES.filter((one) => one === holder);
  const hasRole = privileges.length > 0;
  if (hasRole) await insertRole(trx, sponsorKey, { roleId, name: holder, privileges });
  const userKey = await insertUser(trx, sponsorKey, {
    userId: userIdOf(clientType, holder),
    name: holder,
    password: PASSWORD,
    systemAdmin: holder === 'SYSTEM',
    unblind: false,
    roleId: hasRole ? roleId : null,
  });
  if (holder === 'LIMITED')
    await trx
      .insertInto('user_sender')
      .values({ sponsor_key: sponsorKey, user_key: userKey, sender_key: SENDER })
      .execute();
}

function accountOf(clientType: ClientType, holder: Holder): Account {
  const found = accounts.get(userIdOf(clientType, holder));
  if (!found) throw new Error(`no account was made for ${holder} of a company of type ${clientType}`);
  return found;
}

/** Enough to be let in: keys that lead nowhere, and no body. */
const paramsOf = (call: Call, sponsorKey: number, userKey: number): Record<string, unknown> => ({
  ...Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 999_999])),
  page: 'DM',
  id: 'me',
  sponsorKey,
  userKey,
});

/** They answer megabytes: asked what the contract does not know, they are refused as unreadable once one is let in. */
const HEAVY = ['readCatalogue', 'readChecks', 'readSchemaFiles'];
const UNREADABLE = { nothing: 'known' };

const guarded = CALLS.filter(([, { access }]) => access !== 'public');
const namesOf = (calls: typeof CALLS): string[] => calls.map(([name]) => name).toSorted();

/** The answers to the calls, by name. A call that is neither refused as expected nor let in is in neither list. */
interface Answers {
  refused: string[];
  letIn: string[];
}

const answersOf = (refused: typeof CALLS): Answers => ({
  refused: namesOf(refused),
  letIn: namesOf(guarded.filter((one) => !refused.includes(one))),
});
const ALL_REFUSED = answersOf(guarded);

/** Makes a call without a connection, which would take as long as all else of a hundred thousand calls. */
async function answerTo(
  call: Call,
  { params, query, token }: Required<Pick<TestInput, 'params' | 'query' | 'token'>>,
) {
  const { statusCode, headers, body } = await server.app.inject({
    method: call.method,
    url: pathOf(call, { params, query }),
    headers: { authorization: `Bearer ${token}` },
  });
  const isJson = String(headers['content-type']).startsWith('application/json');
  const noEnvelope = { success: statusCode < 300, data: null, errCode: null };
  const envelope = (isJson ? JSON.parse(body) : noEnvelope) as Pick<
    Envelope<unknown>,
    keyof typeof noEnvelope
  >;
  return { ...envelope, status: statusCode };
}

/** Makes all calls that need a session, a few at once. */
async function answersTo(
  { sponsorKey, userKey, token }: Account,
  query: Record<string, unknown> = {},
): Promise<Answers> {
  const answers: Answers = { refused: [], letIn: [] };
  const waiting = [...guarded];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, call] = next;
      const params = paramsOf(call, sponsorKey, userKey);
      const filter = { ...query, ...(HEAVY.includes(name) && UNREADABLE) };
      const { status, success, data, errCode } = await answerTo(call, { params, query: filter, token });
      if (status === 403 && !success && data === null && errCode === 'NO_PRIVILEGE')
        answers.refused.push(name);
      else if (status !== 401 && status !== 403 && status < 500) answers.letIn.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { refused: answers.refused.toSorted(), letIn: answers.letIn.toSorted() };
}

/** Of a system administrator in the sponsor of administration mode. */
const isOfSystem = ({ access }: Call): boolean =>
  access === 'systemAdmin' || (typeof access !== 'string' && access.includes('systemAdmin'));

const opens = (holder: Holder, { access }: Call): boolean =>
  access === 'session' ||
  access === 'account' ||
  (access === 'systemAdmin' && holder === 'SYSTEM') ||
  (typeof access !== 'string' &&
    (holder === 'LIMITED'
      ? access.some((one) => one !== 'systemAdmin')
      : access.includes(holder as PrivilegeId)));

describe.each(CLIENT_TYPES)('of a company of type %s', (clientType) => {
  it.each(HOLDERS)('%s opens the calls that name it, and those for everybody', async (holder) => {
    const closed = guarded.filter(([, call]) => !opens(holder, call));
    expect(await answersTo(accountOf(clientType, holder))).toEqual(answersOf(closed));
  });

  it('nothing is opened in a sponsor the user has no part in', async () => {
    const { sponsorKey } = accountOf(clientType === 'SPO' ? 'CRO' : 'SPO', 'NONE');
    const stranger = { ...accountOf(clientType, 'LIMITED'), sponsorKey };
    expect(await answersTo(stranger, { sponsorKey })).toEqual(ALL_REFUSED);
    const administrator = { ...accountOf(clientType, 'SYSTEM'), sponsorKey };
    expect(await answersTo(administrator, { sponsorKey })).toEqual(ALL_REFUSED);
  });

  it('nothing is opened on behalf of a sender out of scope', async () => {
    const limited = accountOf(clientType, 'LIMITED');
    expect(await answersTo(limited, { senderKey: OTHER_SENDER })).toEqual(ALL_REFUSED);
    expect(await answersTo(limited, { senderKey: SENDER })).toEqual(await answersTo(limited));
    // the same number, written as programs do
    for (const senderKey of [
      `0${OTHER_SENDER}`,
      `${OTHER_SENDER}e0`,
      `+${OTHER_SENDER}`,
      `${OTHER_SENDER}.0`,
    ])
      expect(await answersTo(limited, { senderKey })).toEqual(ALL_REFUSED);
  });
});

describe('a system administrator who is assigned to no sponsor', () => {
  let outsider: Account;
  beforeAll(async () => {
    const userId = 'outside.admin';
    await server.db.transaction().execute(async (trx) => {
      const user = {
        userId,
        name: userId,
        password: PASSWORD,
        systemAdmin: true,
        unblind: false,
        roleId: null,
      };
      const user_key = await insertUser(trx, ADMIN_SPONSOR_KEY, user);
      await trx.deleteFrom('user_sponsor').where('user_key', '=', user_key).execute();
    });
    const { data } = await server.call(signIn, { body: { userId, password: PASSWORD } });
    expect(data).toMatchObject({ sponsorKey: ADMIN_SPONSOR_KEY, senderKey: null, senderName: null });
    expect(data).toMatchObject({ systemAdmin: true, takesPart: false, privList: [] });
    outsider = { sponsorKey: data.sponsorKey, userKey: data.userKey, token: data.token };
  });

  it('opens the administration and their own account, and nothing of the sponsor', async () => {
    const isOpen = (call: Call) => isOfSystem(call) || call.access === 'account';
    const closed = guarded.filter(([, call]) => !isOpen(call));
    expect(await answersTo(outsider)).toEqual(answersOf(closed));
    const { data } = await server.call(listSponsors, {
      params: { userKey: outsider.userKey },
      token: outsider.token,
    });
    expect(data).toEqual({ sponsorList: [], supported: [], systemAdmin: true });
  });

  it('reads the lists of the administration, and no other list through the calls of lists', async () => {
    const { token } = outsider;
    const info = (menuId: string) => server.call(readListInfo, { params: { menuId }, token });
    expect((await info('AD-MU-JB')).status).toBe(200);
    for (const menuId of ['MU-CS', 'MU-HM-NT', 'MU-AD-ST'])
      expect(await info(menuId)).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  });

  it('opens nothing in another sponsor', async () => {
    const { sponsorKey } = accountOf('SPO', 'NONE');
    expect(await answersTo({ ...outsider, sponsorKey }, { sponsorKey })).toEqual(ALL_REFUSED);
  });
});

describe('without a session', () => {
  it.each(guarded)('nobody makes %s', async (_name, call) => {
    for (const token of [undefined, 'a'.repeat(43)]) {
      const answer = await server.call(call, { params: paramsOf(call, 1, 1), token });
      expect(answer).toMatchObject({ status: 401, success: false, errCode: 'UNAUTHENTICATED' });
    }
  });

  it.each(CALLS.filter(([, { access }]) => access === 'public'))(
    'everybody makes %s',
    async (_name, call) => {
      const answer = await server.call(call, { params: paramsOf(call, 1, 1) });
      expect(answer.status).toBeLessThan(500);
      expect(['UNAUTHENTICATED', 'EXPIRED', 'NO_PRIVILEGE']).not.toContain(answer.errCode);
    },
  );
});

/** What the generated tests take from the contract, said once by hand. */
it.each<[DemoAccount, string[]]>([
  ['case.reader', [...EDITING, ...EXPORTS, ...IMPORTS, ...NOT_IN_DEMO_ROLES]],
  ['case.editor', NOT_IN_DEMO_ROLES],
  ['sponsor.admin', SYSTEM],
  [
    'system.admin',
    namesOf(guarded.filter(([, call]) => typeof call.access !== 'string' && !isOfSystem(call))),
  ],
])('of the demo, %s is refused just what is not for him', async (account, refused) => {
  const token = await server.token(account);
  const { userKey, sponsorKey } = (await server.call(checkSession, { params: { id: 'me' }, token })).data;
  expect((await answersTo({ token, userKey, sponsorKey })).refused).toEqual(refused.toSorted());
});
