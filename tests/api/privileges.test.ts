/** Every call of the contract, made by every demo account: who may is what the contract says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsAny } from '../../shared/access/privileges.ts';
import { checkSession } from '../../shared/contract/auth.ts';
import type { Call } from '../../shared/contract/call.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { startTestServer } from './harness.ts';
import type { DemoAccount, TestServer } from './harness.ts';

const ACCOUNTS: DemoAccount[] = ['sponsor.admin', 'case.editor', 'case.reader', 'system.admin'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function sessionOf(account: DemoAccount) {
  const token = await server.token(account);
  return (await server.call(checkSession, { params: { id: 'me' }, token })).data;
}

/** Enough to be let in: keys that lead nowhere, and no body, so that nothing is changed by who may. */
const paramsOf = (call: Call, userKey: number): Record<string, unknown> => ({
  ...Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 999_999])),
  page: 'DM',
  id: 'me',
  sponsorKey: 1,
  userKey,
});

const guarded = CALLS.filter(([, { access }]) => access !== 'public');

describe.each(ACCOUNTS)('%s', (account) => {
  it.each(guarded)('makes %s exactly when the contract lets him', async (_name, call) => {
    const { token, userKey, privList } = await sessionOf(account);
    const answer = await server.call(call, { params: paramsOf(call, userKey), token });
    const held = privList.map(({ privId }) => privId);
    const may = typeof call.access === 'string' || holdsAny(held, call.access);
    if (may) expect(answer).not.toMatchObject({ errCode: 'NO_PRIVILEGE' });
    else expect(answer).toMatchObject({ status: 403, success: false, data: null, errCode: 'NO_PRIVILEGE' });
  });
});

it.each(guarded)('nobody makes %s without a session', async (_name, call) => {
  const answer = await server.call(call, { params: paramsOf(call, 1) });
  expect(answer).toMatchObject({ status: 401, success: false, errCode: 'UNAUTHENTICATED' });
});

/** of EDIT.ADMIN, and so not for who edits cases either */
const ADMINISTRATION = [
  'dropSchemaDraft',
  'previewImpact',
  'publishSchemas',
  'rollBackSchemas',
  'saveSchemaDraft',
];

it('sends a reader away from editing, and nobody from reading', async () => {
  const refused = async (account: DemoAccount) => {
    const { token, userKey } = await sessionOf(account);
    const names: string[] = [];
    for (const [name, call] of guarded) {
      const answer = await server.call(call, { params: paramsOf(call, userKey), token });
      if (answer.status === 403) names.push(name);
    }
    return names.toSorted();
  };
  const editing = [
    'addCase',
    'addRows',
    'checkRowStatus',
    'importFile',
    'makeFollowUp',
    'saveMatrix',
    'savePage',
    'savePageRow',
    'setCaseStatus',
    'setRowStatus',
    'translate',
    'uploadFile',
  ];
  expect(await refused('case.reader')).toEqual([...editing, ...ADMINISTRATION].toSorted());
  expect(await refused('case.editor')).toEqual(ADMINISTRATION);
  for (const account of ['sponsor.admin', 'system.admin'] as const)
    expect(await refused(account)).toEqual([]);
});
