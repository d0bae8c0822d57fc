/**
 * Every call that takes the key of something, made by a user of one sponsor with the keys of another one: the answer is that to a
 * key of nothing, and nothing of the other sponsor is changed. A call that is added is made, too.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import type { Call } from '../../shared/contract/call.ts';
import {
  addListView,
  createApiToken,
  importFile,
  signIn,
  startAccessReview,
  uploadFile,
} from '../../shared/contract/index.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { insertSender } from '../insertSender.ts';
import { asSuperuser, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { reportXml } from './importReports.ts';

const PASSWORD = 'Only-for-tests-1';
const OF_SPONSOR = 1;
const AT_ONCE = 8;

/** Where the keys are that calls name so. */
const TABLES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  batchKey: ['submission_batch', 'batch_key'],
  caseKey: ['pv_case', 'case_key'],
  dataKey: ['import_file', 'data_key'],
  emailKey: ['email_log', 'email_key'],
  eventKey: ['submission_event', 'event_key'],
  fileKey: ['stored_file', 'file_key'],
  findingKey: ['submission_finding', 'finding_key'],
  inboxKey: ['submission_inbox', 'inbox_key'],
  jobKey: ['job', 'job_key'],
  processKey: ['process', 'process_key'],
  questionKey: ['case_question', 'question_key'],
  readingKey: ['study_reading', 'reading_key'],
  recordKey: ['record', 'record_key'],
  reviewNo: ['access_review', 'review_no'],
  runKey: ['import_run', 'run_key'],
  sourceKey: ['study_source', 'source_key'],
  tokenKey: ['api_token', 'token_key'],
  viewKey: ['list_view', 'view_key'],
};
/** Other names of the same keys. */
const ALIASES: Readonly<Record<string, string>> = {
  caseKeys: 'caseKey',
  findingKeys: 'findingKey',
  keys: 'recordKey',
  otherKey: 'caseKey',
  studyKey: 'recordKey',
};
const keyOf = (name: string): string => ALIASES[name] ?? name;

/** What else calls are asked for, so that they are let in. */
const PARAMS: Readonly<Record<string, unknown>> = {
  appendix: 'US',
  command: 'cancel',
  dictionary: 'MEDDRA',
  id: 'me',
  itemId: 'D.1',
  kind: 'product',
  menuId: 'MU-CS',
  page: 'DM',
  part: 'accounts',
  group: 'G.k.9.i',
  reportId: 'CIOMS',
  statusId: 'LOCK',
  tabId: 'a'.repeat(32),
};
/** What bodies and queries are asked for, so that they are let in. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  itemId: 'D.1',
  language: 'en',
  meaning: 'approval',
  MOST_RECENT: '20240101',
  NOTICE_FROM: '2024-01-01',
  password: PASSWORD,
  receiver: 'FDA',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
};
/** The key is the sponsor's own even where others have the same, or the call ends the session or answers megabytes. */
const EXCLUDED = new Set(['sendImportFile', 'signOut', 'endView', 'readCatalogueOf']);

let world: CaseWorld;
let stranger: { sponsorKey: number; token: string };
const keys = new Map<string, string>();
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
  await makeMore();
  for (const [name, [table, column]] of Object.entries(TABLES)) {
    const { rows } = await world.query((trx) =>
      sql<{ key: unknown }>`select max(${sql.ref(column)}::text) as key from ${sql.table(table)}
        where ${sql.ref(column)} is not null`.execute(trx),
    );
    const key = rows[0]?.key;
    if (typeof key !== 'string') throw new Error(`the demo has nothing in ${table}`);
    keys.set(name, key);
  }
  stranger = await aStranger();
});
afterAll(() => world.server.stop());

/** What a demo has none of. */
async function makeMore(): Promise<void> {
  const { server, second: token } = world;
  const params = { sponsorKey: OF_SPONSOR, menuId: 'MU-CS' };
  const file = { name: 'in.xml', bytes: await reportXml({ id: 'KR-STRANGE' }) };
  const view = { name: 'Mine', shared: 'N', columns: [], filters: [], sort: 'caseNo', direction: 'asc' };
  for (const { success, errMsg } of [
    await server.call(importFile, { params, file, token }),
    await server.call(uploadFile, { params, file, token }),
    await server.call(createApiToken, { body: { name: 'A token', days: 30 }, token }),
    await server.call(addListView, {
      params,
      body: { ...view, columns: [{ columnId: 'country', width: null }] },
      token,
    }),
    await server.call(startAccessReview, { params, body: { reason: 'Test' }, token }),
  ])
    if (!success) throw new Error(errMsg ?? '');
}

/** A user who may do everything, in a sponsor that has nothing. */
async function aStranger(): Promise<typeof stranger> {
  const { server } = world;
  const name = 'Another sponsor';
  const sponsorKey = await server.db.transaction().execute(async (trx) => {
    const key = await insertSponsor(trx, {
      companyName: name,
      clientType: 'SPO',
      country: 'KR',
      name,
      timeZone: 'UTC',
      useWorkflow: true,
      defaultAppendix: 'ICH',
    });
    await insertSender(trx, { sponsorKey: key, senderKey: 1, name });
    await insertRole(trx, key, { roleId: 1, name, privileges: PRIVILEGES });
    const user = { userId: 'stranger', name, password: PASSWORD, systemAdmin: false, unblind: true };
    await insertUser(trx, key, { ...user, roleId: 1 });
    return key;
  });
  const body = { userId: 'stranger', password: PASSWORD };
  return { sponsorKey, token: (await server.call(signIn, { body })).data.token };
}

/** A key of the same form that nothing has. */
const ofNothing = (key: string): string =>
  /^\d+$/.test(key) ? '987654321' : key.replaceAll(/[\da-f]/g, 'b').replace(/^(.{14})b(.{4})b/, '$14$2a');

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  minimum?: number;
}
type Picked = (name: string) => string | undefined;

/** The keys that a body or a query takes, at any depth. */
function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    ...Object.keys(properties).map(keyOf),
    ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(namesIn),
  ];
}

const hasKey = (schema: Schema, name: string, picked: Picked): boolean =>
  [keyOf(name), ...namesIn(schema)].some((one) => picked(one) !== undefined);

/** The least that the schema takes, with the keys. */
function sampleOf(schema: Schema, name: string, picked: Picked): unknown {
  const { type, properties = {}, required = [], items, anyOf } = schema;
  if (name in SAMPLES) return SAMPLES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf) return sampleOf(anyOf.find((one) => one.type !== 'null') ?? {}, name, picked);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([one, inner]) => required.includes(one) || hasKey(inner, one, picked))
        .map(([one, inner]) => [one, sampleOf(inner, one, picked)]),
    );
  if (type === 'array') return [sampleOf(items ?? {}, keyOf(name), picked)];
  const key = picked(keyOf(name));
  if (type === 'integer' || type === 'number') return key ? Number(key) : Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (schema.format === 'date-time' || name.endsWith('At')) return '2999-01-01T00:00:00.000Z';
  return key ?? (schema.format === 'uuid' ? randomUUID() : 'Test');
}

const asSchema = (schema: TSchema | undefined): Schema | undefined => schema as Schema | undefined;

/** The answer, with a sign for what is a key of the question, or looks like one, and for moments. */
async function answerTo(call: Call, picked: Picked, key: string): Promise<{ status: number; text: string }> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const own: Record<string, unknown> = { ...PARAMS, sponsorKey: stranger.sponsorKey };
  const params = Object.fromEntries(names.map((name) => [name, picked(keyOf(name)) ?? own[name] ?? 1]));
  const { properties: known = {}, required = [] } = asSchema(call.query) ?? {};
  const query = Object.fromEntries(
    Object.entries(known)
      .filter(([name, schema]) => hasKey(schema, name, picked) || required.includes(name))
      .filter(([name]) => name !== 'sponsorKey')
      .map(([name, schema]) => [name, sampleOf(schema, name, picked)]),
  );
  const file = { name: 'a.xml', bytes: '<a/>' };
  const answer = await world.server.call(call, {
    params,
    query: { ...query, ...('format' in known && { format: 'CSV' }) },
    ...(call.body && { body: sampleOf(call.body as Schema, '', picked) }),
    ...(call.carries === 'upload' && { file }),
    ...(call.carries === 'form' && { files: [] }),
    token: stranger.token,
  });
  const anyKey = new RegExp(`(?<![\\w.-])(?:${key}|${ofNothing(key)})(?![\\w.-])`, 'g');
  const text = answer.bytes
    .toString()
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(moment)')
    .replaceAll(anyKey, '(key)');
  return { status: answer.status, text };
}

/** Whether the key in the path is of that kind: runs of other work have numbers. */
const isOfKind = ({ params }: Call, name: string): boolean =>
  asSchema(params)?.properties?.[name]?.type !== 'integer' || /^\d+$/.test(keys.get(name) ?? '');

/** What is stored of the sponsor, table by table. */
async function stored(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  await asSuperuser(world, async (trx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'sponsor_key' and t.table_type = 'BASE TABLE'`.execute(
      trx,
    );
    for (const { name } of tables) {
      const { rows } = await sql`
        select count(*), sum(hashtext(t::text)) from ${sql.table(name)} t where sponsor_key = ${OF_SPONSOR}`.execute(
        trx,
      );
      found[name] = rows[0];
    }
  });
  return found;
}

it('is asked for as for nothing, and changes nothing', async () => {
  const requests = CALLS.flatMap(([name, call]) => {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, one]) => keyOf(one ?? ''));
    const taken = new Set([...inPath, ...namesIn(asSchema(call.query)), ...namesIn(asSchema(call.body))]);
    const isOpen = call.access !== 'public' && !EXCLUDED.has(name);
    const sought = isOpen ? [...taken].filter((one) => keys.has(one) && isOfKind(call, one)) : [];
    return sought.map((one) => ({ name, call, one }));
  });
  expect(requests.length).toBeGreaterThan(200);
  const before = await stored();
  const different: unknown[] = [];
  const notLetIn: string[] = [];
  const waiting = [...requests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, call, one } = next;
      const key = keys.get(one) ?? '';
      const answers = [];
      for (const own of [ofNothing(key), key]) {
        const picked: Picked = (wanted) =>
          wanted === one ? own : keys.get(wanted) && ofNothing(keys.get(wanted) ?? '');
        answers.push(await answerTo(call, picked, key));
      }
      if (answers.some(({ text }) => text.includes('INVALID_REQUEST'))) notLetIn.push(`${name} ${one}`);
      if (JSON.stringify(answers[0]) !== JSON.stringify(answers[1])) different.push({ name, one, answers });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(different).toEqual([]);
  expect(notLetIn).toEqual([]);
  expect(await stored()).toEqual(before);
});
