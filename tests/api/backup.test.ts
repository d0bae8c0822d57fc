/** Backup and restore of a running product, by the commands of an operator. */
import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpFiles } from '../../server/backup/backUpFiles.ts';
import { readConfig } from '../../server/config.ts';
import { openObjectStore } from '../../server/files/openObjectStore.ts';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { stopPostmaster } from '../../server/storage/embedded/postmaster.ts';
import { demoDatabase, demoDataDir } from '../demoData.ts';
import {
  appears,
  editorToken,
  expectFile,
  openBackupWorld,
  upload,
  type BackupWorld,
} from './backupWorld.ts';
import { databaseBefore } from './databaseBefore.ts';
import { makeDisk } from './disk.ts';
import { startTestServer } from './harness.ts';
import type { Ended } from './inProcess.ts';
import { runSql } from './runSql.ts';
import { expectStored, saveSteadily, type SteadySaves } from './steadySaves.ts';

/** What happened while the server ran: saves, a backup among them, and times between. */
interface History {
  caseKey: number;
  /** acknowledged before the backup began, and before the time `until` */
  before: string[];
  beforeUntil: string[];
  until: Date;
  afterUntil: string[];
  fileKey: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** the server of the test has no mail server */
const WAITING_MAIL = `insert into job (sponsor_key, kind, payload, run_at, max_attempts, created_at)
  values (0, 'send-mail', '{"emailKey": 1}', now(), 1000, now())`;

/** holds less than the database of the demo, compressed */
const SMALL_DISK = 4 * 2 ** 20;

let world: BackupWorld;
let dataDir: string;
let backup: string;
let keys: string;
let wal: string;
let history: History;
let made: Ended;
/** as it is at the end */
let anchors: string;

beforeAll(async () => {
  world = openBackupWorld();
  dataDir = demoDataDir();
  world.undo(() => rmSync(dataDir, { recursive: true, force: true }));
  backup = join(world.home, 'backups', 'one');
  keys = join(world.home, 'keys.json');
  wal = join(world.home, 'wal');
  const env = { DATA_DIR: dataDir, CASEWRIGHT_WAL_ARCHIVE: wal };
  const before = await startEmbedded(dataDir);
  await runSql(before.url, WAITING_MAIL);
  await before.stop();
  const { program, url } = await world.start(env);
  const bytes = new Uint8Array(randomBytes(70_000));
  const fileKey = await upload(url, await editorToken(url), bytes);
  const saves = await saveSteadily(() => url);
  await saves.goOn(5);
  const acknowledged = [...saves.acknowledged];
  made = await world.program({ DATA_DIR: dataDir }, 'backup', backup, '--keys', keys);
  const during = saves.acknowledged.length - acknowledged.length;
  expect(during).toBeGreaterThan(0);
  const { until, beforeUntil } = await aMomentBetween(saves);
  await saves.goOn(3);
  await saves.stop();
  history = {
    caseKey: saves.caseKey,
    before: acknowledged,
    beforeUntil,
    until,
    afterUntil: saves.acknowledged.slice(beforeUntil.length + 1),
    fileKey,
    bytes,
  };
  // the rest of the WAL is archived when the database stops
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(await world.command(env, 'audit', 'anchor')).toMatchObject({ code: 0 });
  anchors = join(dataDir, 'audit', 'anchors.jsonl');
});
afterAll(() => world.close());

/** A time, and what was acknowledged before it. The save under way may be on either side. */
async function aMomentBetween(saves: SteadySaves): Promise<Pick<History, 'until' | 'beforeUntil'>> {
  await saves.goOn(3);
  return { until: new Date(), beforeUntil: [...saves.acknowledged] };
}

let count = 0;
const newDataDir = (): string => join(world.home, `restored-${(count += 1)}`);

const restore = (DATA_DIR: string, ...args: string[]): Promise<Ended> =>
  world.command({ DATA_DIR }, 'restore', ...args);

function expectWholeChains(verified: Ended): void {
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toMatch(/\d+ audit trails verified, 0 differ/);
}

/** Starts the product on a restored directory and checks its case with its audit trail, and its file; answers the trail. */
async function expectOpens(
  env: Record<string, string>,
  texts: readonly string[],
): Promise<(string | null)[]> {
  const { url, stop } = await world.open(env);
  const token = await editorToken(url);
  const { trail } = await expectStored(url, { caseKey: history.caseKey, token }, texts);
  await expectFile(url, token, history.fileKey, history.bytes);
  await stop();
  return trail;
}

describe('a backup of a running server', () => {
  it('is complete, and only its owner can read it', () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(world.home, 'backups'))).toEqual(['one']);
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(statSync(keys).mode & 0o077).toBe(0);
  });

  it('has no key of the audit trail, nor of what is encrypted', () => {
    const [secret = ''] = readFileSync(join(dataDir, 'audit', 'keys'), 'utf8').split('\n');
    expect(readFileSync(keys, 'utf8')).toContain(secret);
    const names = readdirSync(backup, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /(^|\/)(keys|secret\.key)$/.test(name))).toEqual([]);
    expect(names).toContain(join('files', history.fileKey.slice(0, 2), history.fileKey));
  });

  it('is restored with whole audit trails, all saves acknowledged before it, and its files', async () => {
    const DATA_DIR = newDataDir();
    const restored = await world.program({ DATA_DIR }, 'restore', backup, '--keys', keys);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('1 mails may have gone out since');
    expectWholeChains(await world.program({ DATA_DIR }, 'audit', 'verify'));
    const trail = await expectOpens({ DATA_DIR }, history.before);
    expect(trail).not.toEqual(expect.arrayContaining(history.afterUntil));
  });

  it('is recovered with the archived WAL up to a point in time, and the anchors of then', async () => {
    const DATA_DIR = newDataDir();
    const recovery = ['--wal', wal, '--until', history.until.toISOString(), '--anchors', anchors];
    expect(await restore(DATA_DIR, backup, '--keys', keys, ...recovery)).toMatchObject({ code: 0, err: '' });
    expectWholeChains(await world.command({ DATA_DIR }, 'audit', 'verify'));
    const trail = await expectOpens({ DATA_DIR }, history.beforeUntil);
    expect(history.afterUntil.filter((text) => trail.includes(text))).toEqual([]);
  });

  it('is recovered with the archived WAL to the newest save, with the newest anchors', async () => {
    const DATA_DIR = newDataDir();
    const recovery = ['--wal', wal, '--anchors', anchors];
    expect(await restore(DATA_DIR, backup, '--keys', keys, ...recovery)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(DATA_DIR, 'audit', 'anchors.jsonl'))).toEqual(readFileSync(anchors));
    expectWholeChains(await world.command({ DATA_DIR }, 'audit', 'verify'));
    await expectOpens({ DATA_DIR }, [...history.beforeUntil, ...history.afterUntil]);
  });

  it('without the newest anchors is restored, but incomplete', async () => {
    const restored = await restore(newDataDir(), backup, '--keys', keys, '--wal', wal);
    expect(restored).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^\d+ anchors that the database knows are not in the backup/) as string,
    });
  });

  it('of a stopped server is the same', async () => {
    const [DATA_DIR, target] = [newDataDir(), join(world.home, 'backups', 'stopped')];
    expect(await world.command({ DATA_DIR: dataDir }, 'backup', target)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
    expect(await restore(DATA_DIR, target, '--keys', keys)).toMatchObject({ code: 0, err: '' });
    await expectOpens({ DATA_DIR }, [...history.beforeUntil, ...history.afterUntil]);
  });
});

/** A copy of the backup, changed; the sums are made again where a change is no damage. */
function changed(change: (folder: string) => void): string {
  const folder = join(world.home, `changed-${(count += 1)}`);
  cpSync(backup, folder, { recursive: true });
  change(folder);
  return folder;
}

const flipByte = (file: string) => {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
  writeFileSync(file, bytes);
};

function changeManifest(folder: string, change: (manifest: Record<string, unknown>) => object): void {
  const file = join(folder, 'manifest.json');
  const text = JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>));
  writeFileSync(file, text);
  const sum = createHash('sha256').update(text).digest('hex');
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(/^\S+(?= {2}manifest\.json$)/m, sum));
}

describe('a restore refuses', () => {
  const filePart = () => `files/${history.fileKey.slice(0, 2)}/${history.fileKey}`;

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'a damaged database',
      (folder) => flipByte(join(folder, 'database/base.tar.gz')),
      /database\/base\.tar\.gz is not/,
    ],
    ['a damaged file', (folder) => flipByte(join(folder, filePart())), /files\/\S+ is not what was written/],
    [
      'a missing part',
      (folder) => rmSync(join(folder, 'audit/anchors.jsonl')),
      /audit\/anchors\.jsonl is missing/,
    ],
    [
      'a part that cannot be read',
      (folder) => {
        rmSync(join(folder, 'audit/anchors.jsonl'));
        mkdirSync(join(folder, 'audit/anchors.jsonl'));
      },
      /audit\/anchors\.jsonl cannot be read: EISDIR/,
    ],
    [
      'a list that was cut off',
      (folder) => {
        const sums = join(folder, 'SHA256SUMS');
        writeFileSync(sums, readFileSync(sums, 'utf8').split('\n').slice(0, -2).join('\n'));
      },
      /1 of its \d+ parts are not listed/,
    ],
    [
      'a path that leads out of the backup',
      (folder) => {
        const sums = join(folder, 'SHA256SUMS');
        writeFileSync(sums, `${readFileSync(sums, 'utf8')}${'0'.repeat(64)}  ../../keys\n`);
      },
      /SHA256SUMS is damaged/,
    ],
    ['what is no complete backup', (folder) => rmSync(join(folder, 'SHA256SUMS')), /not a complete backup/],
    [
      'a backup of a newer version',
      (folder) =>
        changeManifest(folder, ({ migrations, ...rest }) => ({
          ...rest,
          product: '9.9.9',
          migrations: [...(migrations as object[]), { version: '9999_of_tomorrow', checksum: '0' }],
        })),
      /newer version of Casewright \(9\.9\.9, migration 9999_of_tomorrow\)/,
    ],
    [
      'a backup of another PostgreSQL',
      (folder) =>
        changeManifest(folder, ({ database, ...rest }) => ({
          ...rest,
          database: { ...(database as object), postgres: 17 },
        })),
      /PostgreSQL 17/,
    ],
  ])('%s, and writes nothing', async (_what, change, why) => {
    const DATA_DIR = newDataDir();
    const refused = await restore(DATA_DIR, changed(change), '--keys', keys);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(why) as string });
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('a data directory that is not empty', async () => {
    const was = readFileSync(join(dataDir, 'audit', 'anchors.jsonl'));
    const refused = await restore(dataDir, backup, '--keys', keys);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/DATA_DIR .* is not empty/) as string,
    });
    expect(readFileSync(join(dataDir, 'audit', 'anchors.jsonl'))).toEqual(was);
  });

  it('without the keys that the backup needs, and with those of another installation', async () => {
    const DATA_DIR = newDataDir();
    const others = join(world.home, 'others.json');
    writeFileSync(others, JSON.stringify({ audit: 'the key of another installation\n' }));
    for (const args of [[], ['--keys', others]])
      expect(await restore(DATA_DIR, backup, ...args)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/the key [\da-f]{16} of the audit trail/) as string,
      });
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('a time that the backup or the archive does not reach, and leaves the directory empty', async () => {
    const DATA_DIR = newDataDir();
    const recovery = (until: string) =>
      restore(DATA_DIR, backup, '--keys', keys, '--wal', wal, '--until', until);
    expect((await recovery('2020-01-01T00:00:00Z')).err).toMatch(/use an earlier backup/);
    expect(await recovery('2999-01-01T00:00:00Z')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /cannot be recovered: recovery ended before configured recovery target was reached/,
      ) as string,
    });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['no folder', []],
    ['a time without a zone', ['x', '--wal', 'y', '--until', '2026-01-31T14:30']],
    ['an unknown option', ['x', '--overwrite']],
  ])('%s with the usage', async (_what, args) => {
    const refused = await restore(newDataDir(), ...args);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: npm run restore') as string,
    });
  });
});

it('a check of a backup writes nothing', async () => {
  const DATA_DIR = newDataDir();
  expect(await restore(DATA_DIR, backup, '--check')).toMatchObject({ code: 0, err: '' });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe('a backup', () => {
  it('of an older release is made and restored, and then migrated', async () => {
    const older = demoDataDir();
    world.undo(() => rmSync(older, { recursive: true, force: true }));
    // of the demo, which is not in the older database
    rmSync(join(older, 'audit'), { recursive: true });
    const database = await startEmbedded(older);
    await databaseBefore(database.url, '0111_import_runs');
    await database.stop();
    const folder = join(world.home, 'backups', 'older');
    const backUp = await world.command({ DATA_DIR: older }, 'backup', folder);
    expect(backUp).toMatchObject({ code: 0, err: '' });
    const DATA_DIR = newDataDir();
    expect(await restore(DATA_DIR, folder, '--without-keys')).toMatchObject({ code: 0, err: '' });
    expect(await world.command({ DATA_DIR }, 'audit', 'verify')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^the database lacks migrations \(0\d+_.* to 0\d+_.*\); run "npm run migrate"\n$/,
      ) as string,
    });
    const { stop } = await world.open({ DATA_DIR });
    await stop();
    expectWholeChains(await world.command({ DATA_DIR }, 'audit', 'verify'));
  });

  it('names files that the store has lost or damaged, and is made all the same', async () => {
    const copy = newDataDir();
    mkdirSync(copy, { mode: 0o755 });
    expect((await restore(copy, backup, '--keys', keys)).code).toBe(0);
    writeFileSync(join(copy, 'files', history.fileKey.slice(0, 2), history.fileKey), 'damaged');
    const target = join(world.home, 'backups', 'damaged');
    const result = await world.command({ DATA_DIR: copy }, 'backup', target);
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining(history.fileKey) as string });
    const restored = await restore(newDataDir(), target, '--keys', keys);
    expect(restored).toMatchObject({ code: 3, err: expect.stringContaining(history.fileKey) as string });
  });

  it('has the files of rows that go while the database is copied', async () => {
    const data = await demoDatabase();
    const server = await startTestServer({ data });
    world.undo(() => server.stop());
    const config = readConfig({ ...data.env, DATA_DIR: data.dir }, data.dir);
    const ownerUrl = data.env['DATABASE_URL'] ?? '';
    const bytes = new TextEncoder().encode('of a row that goes');
    const fileKey = await upload(server.url, await editorToken(server.url), bytes);
    const folder = join(world.home, 'backups', 'files');
    const objects = await openObjectStore(config, () => {});
    const work = { config, folder, report: () => {}, signal: AbortSignal.timeout(60_000) };
    const before = await backUpFiles(work, ownerUrl, objects);
    const gone = ['file_bringer', 'stored_file'].map(
      (table) => `delete from ${table} where file_key = '${fileKey}'`,
    );
    await runSql(ownerUrl, ...gone);
    rmSync(join(data.dir, 'files', fileKey.slice(0, 2), fileKey));
    const after = await backUpFiles(work, ownerUrl, objects, before);
    expect(after.get(fileKey)).toMatchObject({ sha256: fileKey });
  });

  it('refuses to overwrite', async () => {
    const refused = await world.command({ DATA_DIR: dataDir }, 'backup', backup);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/exists already/) as string });
    const key = await world.command({ DATA_DIR: dataDir }, 'backup', '--keys', keys);
    expect(key).toMatchObject({ code: 1, err: expect.stringMatching(/exists already/) as string });
  });

  it('refuses a folder in the data directory, and keys in the backup', async () => {
    const inside = await world.command({ DATA_DIR: dataDir }, 'backup', join(dataDir, 'backup'));
    expect(inside).toMatchObject({ code: 1, err: expect.stringMatching(/is in DATA_DIR/) as string });
    const folder = join(world.home, 'backups', 'keys');
    const together = await world.command(
      { DATA_DIR: dataDir },
      'backup',
      folder,
      '--keys',
      join(folder, 'k'),
    );
    expect(together).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must not be in the backup/) as string,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it('refuses a directory without a database, and makes none', async () => {
    const DATA_DIR = newDataDir();
    const refused = await world.command({ DATA_DIR }, 'backup', join(world.home, 'backups', 'none'));
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/has no database/) as string });
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('an interruption', () => {
  const postmasterOf = (dir: string): number | null => {
    const file = join(dir, 'postgres', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  };

  it('of a backup leaves nothing that looks like one', async () => {
    const folder = join(world.home, 'interrupted');
    for (const [signal, left] of [
      ['SIGTERM', 0],
      ['SIGKILL', 1],
    ] as const) {
      const program = world.begin({ DATA_DIR: dataDir }, 'backup', join(folder, 'one'));
      const unfinished = await appears(folder, /^\.one\.incomplete/);
      program.process.kill(signal);
      expect(await program.ended).toBe(signal === 'SIGTERM' ? 130 : null);
      expect(readdirSync(folder)).toHaveLength(left);
      if (left === 0) continue;
      expect((await restore(newDataDir(), unfinished)).err).toMatch(/not a complete backup/);
      const running = postmasterOf(dataDir);
      if (running !== null) await stopPostmaster(running);
    }
  });

  it('by a full disk is reported, and leaves nothing', async ({ skip }) => {
    const disk = makeDisk(SMALL_DISK);
    if (!disk) return skip('it needs root, loop devices and ext4');
    world.undo(disk.remove);
    const full = await world.program({ DATA_DIR: dataDir }, 'backup', join(disk.dir, 'one'));
    expect(full).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\/.+\/one cannot be written: ENOSPC: no space left.+\n$/) as string,
    });
    expect(readdirSync(disk.dir)).toEqual(['lost+found']);
  });

  it('by the end of the server is reported, and leaves nothing', async () => {
    const folder = join(world.home, 'stopped');
    const { program: server } = await world.start({ DATA_DIR: dataDir });
    const program = world.begin({ DATA_DIR: dataDir }, 'backup', join(folder, 'one'));
    await appears(folder, /^\.one\.incomplete/);
    server.process.kill('SIGTERM');
    expect(await program.ended).toBe(1);
    expect(program.stderr()).toMatch(/^the database is not available: .+\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a restore leaves a directory that no server starts on', async () => {
    const DATA_DIR = newDataDir();
    const program = world.begin({ DATA_DIR }, 'restore', backup, '--keys', keys);
    await appears(DATA_DIR, /^restore\.incomplete$/);
    program.process.kill('SIGKILL');
    await program.ended;
    const refused = await world.command({ DATA_DIR }, 'audit', 'verify');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/a restore into .* was interrupted/) as string,
    });
    const running = postmasterOf(DATA_DIR);
    if (running !== null) await stopPostmaster(running);
  });
});
