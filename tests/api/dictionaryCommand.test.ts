/** Dictionaries as an operator loads them, by the command: as a process of its own, or on the server of this one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDictionary } from '../../scripts/dictionary-commands.ts';
import { searchDictionary } from '../../shared/contract/dictionaries.ts';
import { beginUpgrade, cancelUpgrade, readUpgrade } from '../../shared/contract/index.ts';
import { lockDirectory } from '../../server/directoryLock.ts';
import { clusterDirOf } from '../../server/storage/embedded/clusterPlace.ts';
import { deleteRelease } from '../../server/dictionaries/releases.service.ts';
import { findReleases } from '../../server/dictionaries/releases.store.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { SEND_MAIL } from '../../server/mail/outbox.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { startTestServer, untilWaitedFor, type TestServer } from './harness.ts';
import { inProcess, type Ended } from './inProcess.ts';
import { endProgram, printed, runProgram, type Program } from './program.ts';

const HEADER = 'Name\tTYPE\tUNII\tDisplay Name\r\n';
const MANY = 20_000;
const row = (no: number) => `INVENTED SUBSTANCE ${no}\tof\tX${String(no).padStart(9, '0')}\tINVENTED\r\n`;

let data: ServerData;
let server: TestServer;
let files = '';
const programs: Program[] = [];
beforeAll(async () => {
  data = await demoDatabase();
  server = await startTestServer({ data });
  files = mkdtempSync(join(tmpdir(), 'dictionary-command-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) await endProgram(program);
});
afterAll(async () => {
  await server.stop();
  rmSync(files, { recursive: true, force: true });
});

/** A file of UNII in a folder of its own. */
function fileOf(folder: string, content: string): string {
  mkdirSync(join(files, folder), { recursive: true });
  const path = join(files, folder, 'UNIIs.txt');
  writeFileSync(path, content);
  return path;
}

/** A file of KCD in a folder of its own. */
function kcdOf(folder: string): string {
  mkdirSync(join(files, folder), { recursive: true });
  const path = join(files, folder, 'kcd.csv');
  writeFileSync(path, 'Code,Korean,English\r\nI10,고혈압,Hypertension\r\n');
  return path;
}

/** Starts it as an operator does, over the database of the server. */
function start(...args: string[]): Program {
  const mail = {
    CASEWRIGHT_MAIL_URL: 'smtp://127.0.0.1:9',
    CASEWRIGHT_MAIL_FROM: 'Casewright <safety@test.example>',
    CASEWRIGHT_PUBLIC_URL: 'https://test.example',
  };
  const program = runProgram({ ...data.env, ...mail, DATA_DIR: data.dir }, 'scripts/dictionary.ts', args);
  programs.push(program);
  return program;
}

async function ended(program: Program): Promise<Ended> {
  const code = await program.ended;
  return { code, out: program.stdout(), err: program.stderr() };
}

/** Does the same in this process, on the server. */
const command = (...args: string[]): Promise<Ended> =>
  inProcess(() =>
    runDictionary(args, (_options, work) => work({ deps: server.deps, isStopped: () => false })),
  );

/** Terms of the active version that are the keywords, as users find them. */
async function found(...keywords: string[]): Promise<{ version: string | null; terms: string[] }[]> {
  const token = await server.token('case.editor');
  const params = { dictionary: 'UNII', version: 'any' };
  const answers = [];
  for (const keyword of keywords) {
    const query = { pageNo: 1, keyword, isKeywordExact: 'Y' as const };
    const { data } = await server.call(searchDictionary, { token, params, query });
    answers.push({ version: data.version, terms: data.listInfo.map(({ term }) => term) });
  }
  return answers;
}

describe('a load', () => {
  it('is staged, seen by nobody, and found when it is active', async () => {
    const path = fileOf('small', HEADER + row(1) + row(2));
    const loaded = await ended(start('load', 'UNII', '2026-1', path, '--by', 'Ann Operator'));
    expect(loaded).toMatchObject({ code: 0 });
    expect(loaded.out).toContain('UNII 2026-1 is staged with 2 entries');
    expect(loaded.err).toContain('"by":"Ann Operator"');
    expect(await found('ZLM-99')).toEqual([{ version: '99.0 SAMPLE', terms: ['ZLM-99'] }]);

    expect(await command('activate', 'UNII', '2026-1', '--by', 'Bob')).toMatchObject({ code: 0 });
    expect(await found('INVENTED SUBSTANCE 2')).toEqual([
      { version: '2026-1', terms: ['INVENTED SUBSTANCE 2'] },
    ]);
    const { out } = await command('list', 'UNII');
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^UNII 2026-1 \| active \| 2 entries \| .* by Ann Operator \| activated by Bob/),
      expect.stringMatching(/^UNII 99.0 SAMPLE \| retired, invented sample \| \d+ entries/),
    ]);
  });

  it('does no other work of the installation: the settings of the shell are not those of its workers', async () => {
    // the server of this process has no mail server, the command has
    const jobKey = await server.deps.db
      .transaction()
      .execute((trx) =>
        enqueue(trx, { kind: SEND_MAIL, sponsorKey: 0, payload: { emailKey: 0 }, at: new Date(0) }),
      );
    const loaded = await ended(start('load', 'UNII', '2026-0', fileOf('alone', HEADER + row(1))));
    expect(loaded).toMatchObject({ code: 0 });
    const { rows } = await inJobQueue(server.deps.db, (trx) =>
      sql`select state, attempts from job where job_key = ${jobKey}`.execute(trx),
    );
    expect(rows).toEqual([{ state: 'ready', attempts: 0 }]);
  });

  it('of wrong files says where, keeps nothing, and leaves the active one', async () => {
    const rows = Array.from({ length: 1500 }, (_, no) => row(no)).join('');
    const path = fileOf('broken', `${HEADER}${rows}half a row\r\n`);
    const refused = await command('load', 'UNII', '2026-2', path);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('UNIIs.txt:1502: has 1 fields, expected 4');
    expect(refused.err).toContain('1 mistake. Nothing of it was kept; the active version is as it was.');
    expect(await command('load', 'UNII', '2026-2', join(files, 'nowhere.txt'))).toMatchObject({ code: 1 });
    const again = await command('load', 'UNII', '2026-1', fileOf('small', HEADER + row(1)));
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already exists') as string });
    const fewer = await command('load', 'UNII', '2026-2', fileOf('fewer', HEADER + row(1)));
    expect(fewer).toMatchObject({
      code: 0,
      out: expect.stringContaining('is staged with 1 entries') as string,
    });
    expect(fewer.err).toMatch(
      /UNIIs.txt:2: 1 entries, but release 2026-1, which is in use, has 2: is a file cut off\?.*\n1 doubt\./,
    );
    expect(await command('drop', 'UNII', '2026-2')).toMatchObject({ code: 0 });
    const { out } = await command('list', 'UNII');
    expect(out).not.toContain('2026-2');
    expect(out).toContain('UNII 2026-1 | active | 2 entries');
  });

  it(
    'that is stopped goes on with the same files only, and has each row once',
    { timeout: 240_000 },
    async () => {
      const rows = Array.from({ length: MANY }, (_, no) => row(no)).join('');
      const path = fileOf('many', HEADER + rows);
      const stopped = start('load', 'UNII', '2026-3', path);
      await printed(stopped, /1000 entries/);
      stopped.process.kill('SIGINT');
      expect(await stopped.ended).toBe(130);
      const written = Number(/Stopped after (\d+) entries/.exec(stopped.stdout())?.[1]);
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(MANY);
      expect(await command('activate', 'UNII', '2026-3')).toMatchObject({ code: 1 });

      const other = await command('load', 'UNII', '2026-3', fileOf('other', HEADER + row(7)), '--resume');
      expect(other).toMatchObject({ code: 1, err: expect.stringContaining('read other files') as string });
      const resumed = await command('load', 'UNII', '2026-3', path, '--resume');
      expect(resumed.out).toContain(`UNII 2026-3 is staged with ${MANY} entries`);
      expect(await command('activate', 'UNII', '2026-3')).toMatchObject({ code: 0 });
      const names = [0, written - 1, written, MANY - 1].map((no) => `INVENTED SUBSTANCE ${no}`);
      expect((await found(...names)).map(({ terms }) => terms)).toEqual(names.map((name) => [name]));
    },
  );
});

it('rolls back to the version before, retires, and drops what was never active', async () => {
  expect(await command('activate', 'UNII', '2026-1')).toMatchObject({ code: 0 });
  expect((await command('list', 'UNII')).out).toMatch(/UNII 2026-3 \| retired/);
  expect(await command('retire', 'UNII', '2026-1')).toMatchObject({ code: 0 });
  expect(await command('retire', 'UNII', '2026-1')).toMatchObject({ code: 1 });
  expect(await command('drop', 'UNII', '2026-1')).toMatchObject({ code: 1 });
  await command('load', 'UNII', '2026-4', fileOf('small', HEADER + row(1)));
  expect(await command('drop', 'UNII', '2026-4')).toMatchObject({ code: 0 });
  const none = await command('activate', 'UNII', '2026-4');
  expect(none).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no version 2026-4') as string,
  });
});

it('keeps a version that a sponsor is upgrading to until the upgrade is cancelled', async () => {
  await command('load', 'KCD', '2026-1', kcdOf('kcd-1'));
  await command('activate', 'KCD', '2026-1');
  await command('load', 'KCD', '2026-2', kcdOf('kcd-2'));
  const token = await server.token('sponsor.admin');
  const body = { dictionary: 'KCD', to: '2026-2', reason: 'The version of this year' };
  const params = { upgradeKey: (await server.call(beginUpgrade, { body, token })).data.upgradeKey };
  expect(await command('drop', 'KCD', '2026-2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('KCD 2026-2: sponsors are upgrading to it (1)') as string,
  });
  expect((await server.call(readUpgrade, { params, token })).status).toBe(200);
  expect((await server.call(cancelUpgrade, { params, token })).status).toBe(200);
  expect(await command('drop', 'KCD', '2026-2')).toMatchObject({ code: 0 });
});

it('begins no upgrade to a version that is being dropped', async () => {
  await command('load', 'KCD', '2026-3', kcdOf('kcd-2'));
  const token = await server.token('sponsor.admin');
  const body = { dictionary: 'KCD', to: '2026-3', reason: 'The version of this year' };
  const dropped = (await findReleases(server.db, 'KCD')).find(({ version }) => version === '2026-3');
  const begin = () => server.call(beginUpgrade, { body, token });
  const beginning: ReturnType<typeof begin>[] = [];
  await deleteRelease(server.deps, dropped?.release_no ?? 0, async (trx) => {
    const begun = begin();
    beginning.push(begun);
    await Promise.race([untilWaitedFor(trx), begun]);
  });
  expect(await beginning[0]).toMatchObject({ status: 404, errCode: 'RELEASE_NOT_FOUND' });
});

it('says that a layout was written from memory', async () => {
  const path = join(import.meta.dirname, '..', '..', 'server', 'dictionaries', 'samples', 'KIMS');
  const seen = await command('load', 'KIMS', '1', path, '--preview');
  expect(seen.out).toContain('The layout of KIMS was written from memory');
});

it('previews without a database, and refuses one that a server holds', async () => {
  const path = fileOf('small', HEADER + row(1));
  const DATA_DIR = mkdtempSync(join(files, 'held-'));
  const release = lockDirectory(DATA_DIR);
  const cluster = clusterDirOf(DATA_DIR);
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '18');
  const onHeld = (...args: string[]) => ended(runProgram({ DATA_DIR }, 'scripts/dictionary.ts', args));
  const seen = await onHeld('load', 'UNII', '2026-5', path, '--preview');
  expect(seen.code).toBe(0);
  expect(seen.out).toContain('1 entries; the first of them:\n  X000000001 | en: INVENTED SUBSTANCE 1');
  const refused = await onHeld('load', 'UNII', '2026-5', path);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/already runs on the data directory .*\n$/);
  release();
  rmSync(cluster, { recursive: true });
});

it.each([
  [[], 'A command is needed'],
  [['fetch'], "There is no command 'fetch'"],
  [['load', 'UNII', '1'], 'load needs KIND VERSION FILES'],
  [['load', 'ICD', '1', 'x'], "There is no dictionary 'ICD'"],
  [['list', '--preview'], 'list takes no --preview or --resume'],
  [['load', 'UNII', '1', 'x', '--colour'], "Unknown option '--colour'"],
])('called with %j says how it is called', async (args, message) => {
  const { code, err } = await command(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain('Usage: npm run dictionary -- COMMAND');
});
