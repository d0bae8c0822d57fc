/** Cases, and people with other rights than the demo's, for the tests of what is done with cases. */
import { sql } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, type ItemValue } from '../../shared/case/itemValue.ts';
import {
  addCase,
  listPages,
  readCaseAudit,
  readPage,
  readPageRow,
  savePage,
  savePageRow,
  setCaseStatus,
  signIn,
} from '../../shared/contract/index.ts';
import { insertUser } from '../../server/accounts/tenants.store.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { inSponsor, type Trx } from '../../server/storage/database.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';
import { startTestServer, type TestServer } from './harness.ts';

const PASSWORD = 'Only-for-tests-1';
/** of any demo account */
export const SIGNATURE = { meaning: 'approval', password: DEMO_PASSWORD };
/** later than every save of a test */
export const LATER = '2999-01-01T00:00:00.000Z';

export const itemValue = (
  itemId: string,
  path: number[],
  content: Partial<ItemValue> | string,
): CaseValue => ({
  ...addressAt(itemId, path),
  ...EMPTY_VALUE,
  ...(typeof content === 'string' ? { value: content } : content),
});

export interface CaseWorld {
  server: TestServer;
  /** token of a user who may edit */
  editor: string;
  /** of another one */
  second: string;
  reader: string;
  /** runs SQL as the application does */
  query: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** a user who is limited to a sender */
  userOfSender: (userId: string, senderKey: number) => Promise<string>;
  /** a user who is limited in more than that; without a role named, a case processor */
  limitedUser: (userId: string, limits: Partial<Scope>, roleId?: number) => Promise<string>;
  aCase: (senderKey?: number) => Promise<{ caseKey: number; caseNo: string }>;
  page: (caseKey: number, page: string, token?: string) => ReturnType<typeof readWith>;
  row: (
    caseKey: number,
    page: string,
    rowNo: number,
    query?: Record<string, unknown>,
  ) => ReturnType<typeof readWith>;
  save: (
    caseKey: number,
    page: string,
    changes: CaseValue[],
    more?: SaveOptions,
  ) => ReturnType<typeof saveWith>;
  status: (
    caseKey: number,
    statusId: string,
    status: string,
    token?: string,
  ) => ReturnType<typeof statusWith>;
  audit: (
    caseKey: number,
    query?: Record<string, unknown>,
  ) => Promise<Awaited<ReturnType<typeof auditWith>>['data']['listInfo']>;
}

interface SaveOptions {
  rowNo?: number;
  retrievedAt?: string;
  rows?: unknown[];
  reason?: string;
  token?: string;
}

const readWith = (
  server: TestServer,
  token: string,
  caseKey: number,
  page: string,
  rowNo?: number,
  query = {},
) =>
  rowNo === undefined
    ? server.call(readPage, { params: { caseKey, page }, query, token })
    : server.call(readPageRow, { params: { caseKey, page, rowNo }, query, token });

const saveWith = (
  server: TestServer,
  token: string,
  caseKey: number,
  page: string,
  changes: CaseValue[],
  more: SaveOptions,
) => {
  const { rowNo, retrievedAt = LATER, rows, reason = 'New Data' } = more;
  const body = { reason, retrievedAt, changes, ...(rows && { rows }) };
  return rowNo === undefined
    ? server.call(savePage, { params: { caseKey, page }, body, token })
    : server.call(savePageRow, { params: { caseKey, page, rowNo }, body, token });
};

/** Signed where it has to be: all demo accounts have one password. */
const statusWith = (server: TestServer, token: string, caseKey: number, statusId: string, status: string) =>
  server.call(setCaseStatus, {
    params: { caseKey },
    body: {
      statusId,
      status,
      reason: 'Test',
      retrievedAt: LATER,
      ...(statusId !== 'DELETE' && status === 'Y' && { signature: SIGNATURE }),
    },
    token,
  });

const auditWith = (server: TestServer, token: string, caseKey: number, query: Record<string, unknown>) =>
  server.call(readCaseAudit, { params: { caseKey }, query: { rowCount: 100, ...query }, token });

export const startCaseWorld = async (env: Record<string, string> = {}): Promise<CaseWorld> =>
  caseWorldOn(await startTestServer({ env }));

/** The same on a server that is there. */
export async function caseWorldOn(server: TestServer): Promise<CaseWorld> {
  const editor = await server.token('case.editor');
  const second = await server.token('sponsor.admin');
  const reader = await server.token('case.reader');
  const query: CaseWorld['query'] = (work) => inSponsor(server.db, 1, work);
  await putEditing(server, PRODUCT_EDITING);
  const limitedUser: CaseWorld['limitedUser'] = async (userId, limits, roleId = 2) => {
    await query(async (trx) => {
      const user = { userId, name: userId, password: PASSWORD, systemAdmin: false, unblind: false, roleId };
      await limitUser(trx, await insertUser(trx, 1, user), limits);
    });
    return (await server.call(signIn, { body: { userId, password: PASSWORD } })).data.token;
  };
  return {
    server,
    editor,
    second,
    reader,
    query,
    userOfSender: (userId, senderKey) => limitedUser(userId, { senderKeys: [senderKey] }),
    limitedUser,
    aCase: async (senderKey) =>
      (await server.call(addCase, { body: { ...(senderKey && { senderKey }) }, token: editor })).data,
    page: (caseKey, page, token = editor) => readWith(server, token, caseKey, page),
    row: (caseKey, page, rowNo, request) => readWith(server, editor, caseKey, page, rowNo, request),
    save: (caseKey, page, changes, more = {}) =>
      saveWith(server, more.token ?? editor, caseKey, page, changes, more),
    status: (caseKey, statusId, status, token = second) =>
      statusWith(server, token, caseKey, statusId, status),
    audit: async (caseKey, request = {}) => (await auditWith(server, editor, caseKey, request)).data.listInfo,
  };
}

/** Limits a user of sponsor 1 to masters. */
async function limitUser(trx: Trx, user_key: number, limits: Partial<Scope>): Promise<void> {
  const user = { sponsor_key: 1, user_key };
  const { senderKeys = [], productKeys = [], studyKeys = [] } = limits;
  for (const sender_key of senderKeys)
    await trx
      .insertInto('user_sender')
      .values({ ...user, sender_key })
      .execute();
  for (const product_key of productKeys)
    await trx
      .insertInto('user_product')
      .values({ ...user, product_key })
      .execute();
  for (const study_key of studyKeys)
    await trx
      .insertInto('user_study')
      .values({ ...user, study_key })
      .execute();
}

/** What only the owner of the database could do: the guards of the audit trail are disabled. */
export async function asSuperuser(world: CaseWorld, work: (trx: Trx) => Promise<unknown>): Promise<void> {
  await world.server.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`select set_config('app.sponsor', '1', true)`.execute(trx);
    await sql`set local session_replication_role = replica`.execute(trx);
    await work(trx);
  });
}

export const pagesOf = async ({ server, editor }: CaseWorld, caseKey: number) =>
  (await server.call(listPages, { params: { caseKey }, token: editor })).data;
