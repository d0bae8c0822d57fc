/** What the database refuses is logged without the values of the statement: operators read the log and failed jobs. */
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { collectLog } from './inProcess.ts';

/** part of a personal text */
const MARK = 'qzxlog';

let world: CaseWorld;
let log: ReturnType<typeof collectLog>;
beforeAll(async () => {
  log = collectLog();
  world = await startCaseWorld({ ROLE: 'api', LOG_LEVEL: 'warn' });
  await asSuperuser(world, async (trx) => {
    for (const [table, column] of [
      ['audit_entry', 'value'],
      ['app_user', 'name'],
    ] as const)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`refused_in_${table}`)}
        check (${sql.ref(column)} not like ${sql.lit(`%${MARK}%`)}) not valid`.execute(trx);
  });
});
afterAll(async () => {
  await world.server.stop();
  log.stop();
});

it('a row of a case that a constraint refuses', async () => {
  const { caseKey } = await world.aCase();
  const saved = await world.save(caseKey, 'DM', [itemValue('D.1', [], MARK)]);
  expect(saved.status).toBe(500);
  expect(log.text()).toContain('refused_in_audit_entry');
  expect(log.text()).not.toContain(MARK);
});

it.each<[string, RawBuilder<unknown>, RegExp]>([
  [
    'a row that a constraint refuses',
    sql`update app_user set name = ${MARK} where user_id = 'case.editor'`,
    /refused_in_app_user/,
  ],
  [
    'a value that a type does not take',
    sql`select ${`${MARK} "1969"`}::text::date`,
    /^invalid input syntax for type date: "…"$/,
  ],
])('%s, in the log and in the failed job', async (_, statement, why) => {
  const { db, deps } = world.server;
  const kind = { kind: `test-${why.source.length}`, maxAttempts: 1 };
  await inSponsor(db, 1, (trx) => enqueue(trx, { kind, sponsorKey: 1, payload: {}, at: deps.clock.now() }));
  await runDueJobs(deps, [{ kind, run: async () => void (await statement.execute(db)) }]);
  const failed = await inJobQueue(db, (trx) =>
    trx.selectFrom('job').select(['state', 'last_error']).where('kind', '=', kind.kind).execute(),
  );
  expect(failed).toEqual([{ state: 'dead', last_error: expect.stringMatching(why) as string }]);
  expect(log.text()).toContain(kind.kind);
  expect(log.text()).not.toMatch(new RegExp(`${MARK}|1969`));
});
