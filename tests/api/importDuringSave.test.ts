/** What others change while a user imports: a case that is saved, a sender that is retired. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeRecordLife,
  confirmImport,
  listImportMessages,
  readImportFiles,
  readImportRun,
  sendImportFile,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { catalogue } from '../conformance/roundTrip.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { reportXml, type InventedReport } from './importReports.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

async function read(...reports: InventedReport[]): Promise<string> {
  const { server, editor: token } = world;
  const params = { runKey: randomUUID() };
  const file = { name: 'report.xml', bytes: await reportXml(...reports) };
  await server.call(sendImportFile, { token, params, file });
  await server.call(readImportFiles, { token, params });
  await inState(params.runKey, 'deciding');
  return params.runKey;
}

const inState = (runKey: string, state: ImportRun['state']): Promise<void> =>
  eventually(async () => {
    const { data } = await world.server.call(readImportRun, { token: world.editor, params: { runKey } });
    expect(data.state).toBe(state);
  });

const confirm = (runKey: string) =>
  world.server.call(confirmImport, { token: world.editor, params: { runKey } });

async function messagesOf(runKey: string) {
  const { data } = await world.server.call(listImportMessages, {
    token: world.editor,
    params: { runKey },
    query: {},
  });
  return data.listInfo;
}
const messageOf = async (runKey: string) => (await messagesOf(runKey))[0];

/** Transactions that wait for a row. */
const untilWaiting = (count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`
      select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')`.execute(
      world.server.db,
    );
    expect(rows).toHaveLength(count);
  });

/** Holds the newest version of a case until the work is done. */
const whileHeld = <T>(caseKey: number, work: () => Promise<T>): Promise<T> =>
  world.query(async (trx) => {
    await trx
      .selectFrom('pv_case')
      .select('case_key')
      .where('sponsor_key', '=', 1)
      .where('case_key', '=', caseKey)
      .forUpdate()
      .execute();
    return work();
  });

it('leaves the case what the user saved, and no message can say', async () => {
  const report = { id: 'KR-SAVED-1', initials: 'S.V.', birth: '19590810' };
  const first = await read(report);
  await confirm(first);
  await inState(first, 'done');
  const { caseKey = null, caseNo = null } = (await messageOf(first)) ?? {};
  expect(caseKey).not.toBeNull();
  const followUp = await read({ ...report, created: '20250201120000+0000', reaction: 'gout' });

  const narrative = catalogue.roles['narrative'] ?? '';
  const translated = itemValue(narrative, [], { value: 'Invented.', notation: '지어낸 이야기.' });
  const { saved } = await whileHeld(caseKey ?? 0, async () => {
    const saving = world.save(caseKey ?? 0, catalogue.items[narrative]?.page ?? '', [translated]);
    await untilWaiting(1);
    await confirm(followUp);
    await untilWaiting(2);
    return { saved: saving };
  });
  expect(await saved).toMatchObject({ success: true });
  await inState(followUp, 'done');

  const second = await messageOf(followUp);
  expect(second).toMatchObject({ outcome: 'followUp', caseNo });
  const content = await world.query((trx) => readCaseContent(trx, 1, second?.caseKey ?? 0));
  expect(content.values).toContainEqual(
    expect.objectContaining({ itemId: narrative, value: 'Invented.', notation: '지어낸 이야기.' }),
  );
});

describe('a sender that is retired after the files were sent', () => {
  const life = async (action: 'retire' | 'release') => {
    const { errMsg } = await world.server.call(changeRecordLife, {
      token: world.second,
      params: { sponsorKey: 1, kind: 'sender', recordKey: 1 },
      body: { action, reason: 'Closed' },
    });
    expect(errMsg).toBeNull();
  };
  const report = { id: 'KR-RETIRED-1', initials: 'R.T.', birth: '19480302' };

  it('gets no cases until it is in use again', async () => {
    const runKey = await read(report);
    await life('retire');
    expect(await confirm(runKey)).toMatchObject({ status: 409, errCode: 'IMPORT_SENDER_GONE' });
    await inState(runKey, 'deciding');
    await life('release');
    await confirm(runKey);
    await inState(runKey, 'done');
    expect(await messageOf(runKey)).toMatchObject({ outcome: 'new' });
  });

  it('gets no further cases of an import that has begun, only versions of those that it has', async () => {
    const first = await read({ ...report, created: '20250201120000+0000' });
    await confirm(first);
    await inState(first, 'done');
    const { caseKey = null } = (await messageOf(first)) ?? {};
    const other = { id: 'KR-RETIRED-2', initials: 'Q.Z.', birth: '19910929' };
    const runKey = await read({ ...report, created: '20250301120000+0000' }, other);
    await whileHeld(caseKey ?? 0, async () => {
      await confirm(runKey);
      await untilWaiting(1);
      await life('retire');
    });
    await inState(runKey, 'done');
    await life('release');
    expect(await messagesOf(runKey)).toMatchObject([
      { outcome: 'followUp' },
      { outcome: 'refused', caseKey: null, problem: expect.stringContaining('with another sender') },
    ]);
  });
});
