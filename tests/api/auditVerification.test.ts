/** Anchors of audit trails, and the job that verifies all of them. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDeadLetters, verifyCaseAudit } from '../../shared/contract/index.ts';
import { anchorHeads } from '../../server/audit/anchorHeads.ts';
import { anchorLine, NO_ANCHOR, readAnchorLine } from '../../server/audit/anchorFile.ts';
import { auditKeyOf } from '../../server/audit/auditKeys.ts';
import { auditVerifier, enqueueVerification } from '../../server/audit/verifyAudit.ts';
import { verifyInstallation } from '../../server/audit/verifyInstallation.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { mailSender } from '../../server/mail/sendMail.ts';
import { inJobQueue, type Trx } from '../../server/storage/database.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { startMailServer, type MailServer } from './mailServer.ts';

let world: CaseWorld;
let mailServer: MailServer;
/** of the anchor file, before a test changes it */
let copy: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  // jobs run when a test says so
  world = await startCaseWorld({
    ROLE: 'api',
    CASEWRIGHT_MAIL_URL: mailServer.url,
    CASEWRIGHT_MAIL_FROM: 'alarms@example.org',
    CASEWRIGHT_PUBLIC_URL: 'https://casewright.example',
  });
  copy = `${world.server.deps.anchors.path}.copy`;
});
afterAll(async () => {
  await world.server.stop();
  await mailServer.close();
});

const verify = async (caseKey: number) =>
  (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader })).data;
const installation = () => verifyInstallation(world.server.deps);
const lines = () => readFileSync(world.server.deps.anchors.path, 'utf8').trimEnd().split('\n');

/** A case with three saves, anchored; and what is stored of it then. */
const anAnchoredCase = async () => {
  const { caseKey } = await world.aCase();
  for (const value of ['A', 'B']) await world.save(caseKey, 'DM', [itemValue('D.1', [], value)]);
  await anchorHeads(world.server.deps);
  return caseKey;
};

const TABLES = ['audit_entry', 'audit_save', 'audit_head', 'case_page_row', 'pv_case'];
const KEYS: Record<string, string> = { case_page_row: 'case_key', pv_case: 'case_key' };

const remove = async (trx: Trx, caseKey: number) => {
  for (const table of TABLES)
    await sql`delete from ${sql.table(table)} where ${sql.ref(KEYS[table] ?? 'scope_key')} = ${caseKey}`.execute(
      trx,
    );
};

/** Puts everything of a case back to what it was at an earlier time, as a backup would. */
const backup = async (trx: Trx, caseKey: number) => {
  const rows = new Map<string, unknown[]>();
  for (const table of TABLES) {
    const found = await sql<{ row: object }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(KEYS[table] ?? 'scope_key')} = ${caseKey}`.execute(
      trx,
    );
    rows.set(
      table,
      found.rows.map(({ row }) => row),
    );
  }
  return async (later: Trx) => {
    await remove(later, caseKey);
    for (const table of ['audit_save', 'audit_entry', 'audit_head', 'case_page_row'])
      await sql`
        insert into ${sql.table(table)}
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.get(table))}::jsonb)`.execute(
        later,
      );
  };
};

describe('anchors', () => {
  it('find a chain that was put back, with its content and its seal, to what it was before', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
    const putBack = await world.query((trx) => backup(trx, caseKey));
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B')]);
    await anchorHeads(world.server.deps);
    expect(await verify(caseKey)).toMatchObject({ whole: true, saves: 3 });
    await asSuperuser(world, async (trx) => {
      const version = await sql<{ row: object }>`
        select to_jsonb(t) - array['patient_folded', 'product_folded', 'term_folded'] as row
        from pv_case t where case_key = ${caseKey}`.execute(trx);
      expect(version.rows).toHaveLength(1);
      await keepingVersion(trx, caseKey, putBack);
    });
    expect(await verify(caseKey)).toMatchObject({ whole: false, problem: 'anchor', brokenAt: 3 });
    const report = await installation();
    expect(report.differs).toBe(true);
    expect(report.lines.join('\n')).toMatch(/differs from its anchor/);
    await asSuperuser(world, (trx) => remove(trx, caseKey));
  });

  it('find a case that is gone with all that was stored of it', async () => {
    const caseKey = await anAnchoredCase();
    await asSuperuser(world, (trx) => remove(trx, caseKey));
    const report = await installation();
    expect(report.lines).toContain(
      `sponsor 1, audit trail of case ${caseKey} (save 1) differs from its anchor: saves were changed or removed after they were anchored`,
    );
  });

  it('are made for changed chains only', async () => {
    await anchorHeads(world.server.deps);
    const before = lines().length;
    expect(await anchorHeads(world.server.deps)).toBe(0);
    expect(lines()).toHaveLength(before);
    const caseKey = await anAnchoredCase();
    const heads = lines()
      .slice(before)
      .flatMap((line) => readAnchorLine(line)?.record.heads ?? []);
    expect(heads.map(([chain]) => chain)).toEqual([`1/case/${caseKey}`]);
  });
});

/** The version of a case stays as it is while the rest is replaced. */
async function keepingVersion(trx: Trx, caseKey: number, work: (trx: Trx) => Promise<void>): Promise<void> {
  await sql`create temporary table version on commit drop as select * from pv_case where case_key = ${caseKey}`.execute(
    trx,
  );
  await work(trx);
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'pv_case'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    trx,
  );
  const columns = sql.raw(rows[0]?.columns ?? '');
  await sql`insert into pv_case (${columns}) select ${columns} from version`.execute(trx);
}

describe('the anchor file', () => {
  beforeEach(async () => {
    await anAnchoredCase();
    copyFileSync(world.server.deps.anchors.path, copy);
  });
  const problems = async () => {
    const report = await installation();
    copyFileSync(copy, world.server.deps.anchors.path);
    return report.lines.filter((line) => line.startsWith('anchor file: '));
  };
  const write = (text: readonly string[]) =>
    writeFileSync(world.server.deps.anchors.path, text.map((line) => `${line}\n`).join(''));

  it('is right as it is', async () => {
    expect(await problems()).toEqual([]);
  });

  it('shows that its end was cut off', async () => {
    const all = lines();
    write(all.slice(0, -1));
    expect(await problems()).toEqual([expect.stringMatching(/missing at the end of the file/)]);
  });

  it('goes on after its end was cut off, and shows the gap until that is put back', async () => {
    const all = lines();
    write(all.slice(0, -1));
    await anAnchoredCase();
    const added = lines().slice(all.length - 1);
    expect(added).not.toEqual([]);
    expect(await problems()).toContain(`anchor file: records ${all.length} to ${all.length} are missing`);
    write([...all, ...added]);
    copyFileSync(world.server.deps.anchors.path, copy);
    expect(await problems()).toEqual([]);
  });

  it('shows that a record was removed', async () => {
    const all = lines();
    write(all.toSpliced(1, 1));
    expect(await problems()).toContain('anchor file: records 2 to 2 are missing');
  });

  it('shows that a record was changed', async () => {
    const all = lines();
    const last = all.at(-1) ?? '';
    write([...all.slice(0, -1), last.replace(/"at":"\d/, '"at":"3')]);
    expect(await problems()).toEqual([`anchor file: record ${all.length} was changed`]);
  });

  it('shows that it was replaced by one that was made without the key', async () => {
    const { line } = anchorLine(auditKeyOf('a key of an attacker'), {
      no: 1,
      at: new Date().toISOString(),
      kind: 'begin',
      previous: NO_ANCHOR,
    });
    write([line]);
    expect((await problems()).join('\n')).toMatch(/record 1 is another one than the database has/);
  });

  it('shows that it is gone', async () => {
    rmSync(world.server.deps.anchors.path);
    expect(await problems()).toEqual([expect.stringMatching(/records 1 to \d+ are missing/)]);
  });
});

describe('the verification job', () => {
  const runJobs = async () => {
    const { deps } = world.server;
    await world.query((trx) =>
      sql`update audit_verification set started_at = started_at - interval '25 hours'`.execute(trx),
    );
    await enqueueVerification(deps);
    await runDueJobs(deps, [auditVerifier(deps)]);
    const { mail } = deps;
    if (mail) await runDueJobs(deps, [mailSender(deps, mail)]);
    const token = await world.server.token('system.admin');
    const { data } = await world.server.call(listDeadLetters, { query: { rowCount: 100 }, token });
    return JSON.stringify(data.listInfo);
  };

  it('raises an alarm to administrators where a stored value was changed behind the audit trail', async () => {
    const caseKey = await anAnchoredCase();
    expect(await runJobs()).not.toMatch(new RegExp(`\\(${caseKey}\\)`));
    const mailed = mailServer.mails.length;
    await asSuperuser(world, (trx) =>
      sql`
        update case_page_row set items = jsonb_set(items, '{D.1|0|0|0,v}', '"FORGED"')
        where case_key = ${caseKey} and page = 'DM'`.execute(trx),
    );
    expect(await runJobs()).toMatch(
      new RegExp(`audit trail of case [^;]*\\(${caseKey}\\) does not match the stored case: D\\.1`),
    );
    const alarms = mailServer.mails
      .slice(mailed)
      .filter(({ subject }) => subject === 'Casewright: an audit trail differs');
    expect(alarms.map(({ to }) => to)).toEqual([['system.admin@example.com']]);
    expect(alarms[0]?.text).toContain(`(${caseKey}) does not match the stored case`);
    expect(alarms[0]?.text).toContain('https://casewright.example/system-admin/failed-job/list');
    expect(alarms[0]?.text).not.toContain('FORGED');
  });

  it('raises an alarm where the last save is gone and the head was moved back', async () => {
    const caseKey = await anAnchoredCase();
    await asSuperuser(world, async (trx) => {
      for (const table of ['audit_entry', 'audit_save'])
        await sql`delete from ${sql.table(table)} where scope = 'case' and scope_key = ${caseKey} and save_no = 3`.execute(
          trx,
        );
      await sql`
        update audit_head h set save_no = 2, hash = s.hash from audit_save s
        where s.scope = 'case' and s.scope_key = ${caseKey} and s.save_no = 2 and h.scope = 'case' and h.scope_key = ${caseKey}`.execute(
        trx,
      );
    });
    expect(await runJobs()).toMatch(new RegExp(`\\(${caseKey}\\) \\(save 3\\) differs from its anchor`));
  });

  it('tells administrators that there is no result where its processes were killed, and of no difference', async () => {
    const { deps } = world.server;
    const { mail, clock } = deps;
    if (!mail) throw new Error('no mail is set up');
    await runJobs();
    await runDueJobs(deps, [mailSender(deps, mail)]);
    const mailed = mailServer.mails.length;
    await inJobQueue(deps.db, async (trx) => {
      await enqueue(trx, { kind: auditVerifier(deps).kind, sponsorKey: 1, payload: {}, at: clock.now() });
      const past = new Date(clock.now().getTime() - 60_000);
      await trx
        .updateTable('job')
        .set({ state: 'running', attempts: 3, lease_holder: randomUUID(), lease_until: past })
        .where('kind', '=', 'verify-audit')
        .where('state', '=', 'ready')
        .execute();
    });
    await runDueJobs(deps, [auditVerifier(deps)]);
    await runDueJobs(deps, [mailSender(deps, mail)]);
    const subjects = mailServer.mails.slice(mailed).map(({ subject }) => subject);
    expect(subjects).toEqual(['Casewright: audit trails were not verified']);
  });

  /** A job that a process runs, in its first attempt. */
  const runningJob = async () => {
    const { deps } = world.server;
    const kind = auditVerifier(deps).kind;
    const { job_key: jobKey } = await inJobQueue(deps.db, async (trx) => {
      await enqueue(trx, { kind, sponsorKey: 1, payload: {}, at: deps.clock.now() });
      return trx
        .updateTable('job')
        .set({
          state: 'running',
          attempts: 1,
          lease_holder: randomUUID(),
          lease_until: new Date(deps.clock.now().getTime() + 60_000),
        })
        .where('kind', '=', kind.kind)
        .where('state', '=', 'ready')
        .returning('job_key')
        .executeTakeFirstOrThrow();
    });
    return {
      jobKey,
      sponsorKey: 1,
      kind: kind.kind,
      payload: {},
      attempt: 1,
      maxAttempts: 1,
      createdBy: null,
      requestId: null,
      traceParent: null,
      everyMs: null,
    };
  };
  it('stores nothing in an attempt that another process has taken over', async () => {
    const { deps } = world.server;
    const job = await runningJob();
    const stored = () => world.query((trx) => trx.selectFrom('audit_verification').selectAll().execute());
    const before = await stored();
    await world.query((trx) => sql`update job set attempts = 2 where job_key = ${job.jobKey}`.execute(trx));
    const run = auditVerifier(deps).run(job, { signal: new AbortController().signal, progress: () => {} });
    await expect(run).rejects.toThrow('another process verifies the audit trails by now');
    expect(await stored()).toEqual(before);
  });

  it('goes on where it was interrupted', async () => {
    const { deps } = world.server;
    const stop = new AbortController();
    const seen: number[] = [];
    const job = await runningJob();
    const progress = (done: number) => {
      seen.push(done);
      stop.abort('stopping');
    };
    await expect(auditVerifier(deps).run(job, { signal: stop.signal, progress })).rejects.toThrow();
    const [reached = 0] = seen;
    const more: number[] = [];
    await auditVerifier(deps)
      .run(job, { signal: new AbortController().signal, progress: (done) => void more.push(done) })
      .catch(() => {});
    expect(more[0]).toBeGreaterThan(reached);
  });
});
