/** A follow-up that comes while a user saves its case. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
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

async function read(report: InventedReport): Promise<string> {
  const { server, editor: token } = world;
  const params = { runKey: randomUUID() };
  const file = { name: 'report.xml', bytes: await reportXml(report) };
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

async function messageOf(runKey: string) {
  const { data } = await world.server.call(listImportMessages, {
    token: world.editor,
    params: { runKey },
    query: {},
  });
  return data.listInfo[0];
}

/** Transactions that wait for a row. */
const untilWaiting = (count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`
      select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')`.execute(
      world.server.db,
    );
    expect(rows).toHaveLength(count);
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
  const { saved } = await world.query(async (trx) => {
    await trx
      .selectFrom('pv_case')
      .select('case_key')
      .where('sponsor_key', '=', 1)
      .where('case_key', '=', caseKey ?? 0)
      .forUpdate()
      .execute();
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
