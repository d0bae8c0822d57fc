/** Backup and restore of a product whose PostgreSQL is the operator's: with pg_dump and pg_restore of the machine. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { editorToken, expectFile, openBackupWorld, upload, type BackupWorld } from './backupWorld.ts';
import { querySql, runSql } from './runSql.ts';
import { expectStored, saveSteadily } from './steadySaves.ts';
import { installedPostgres, systemDatabase } from './systemDatabase.ts';

/** As docs/operating.md has them: none is a superuser. */
const ACCOUNTS = [
  'create role product_owner login createrole bypassrls',
  'create role product_login login',
  'create database product owner product_owner',
  'create database restored owner product_owner',
];

let world: BackupWorld;
beforeAll(() => {
  world = openBackupWorld();
});
afterAll(() => world.close());

describe.skipIf(installedPostgres.length === 0)('a PostgreSQL of the operator', () => {
  it.each(installedPostgres)('is backed up and restored into an empty database: %s', async (bin) => {
    const home = join(world.home, 'system');
    mkdirSync(home, { mode: 0o755 });
    const { url, stop } = await systemDatabase(bin, home);
    world.undo(stop);
    await runSql(url, ...ACCOUNTS);
    const urlOf = (account: string, database: string) =>
      url.replace('owner@', `product_${account}@`).replace(/postgres$/, database);
    const settings = (database: string, dataDir: string) => ({
      PATH: `${bin}:${process.env.PATH}`,
      CASEWRIGHT_DEMO: '1',
      DATA_DIR: join(world.home, dataDir),
      DATABASE_URL: urlOf('login', database),
      MIGRATION_DATABASE_URL: urlOf('owner', database),
    });
    const env = settings('product', 'data');
    const server = await world.start(env);
    const saves = await saveSteadily(() => server.url);
    await saves.goOn();
    const before = [...saves.acknowledged];
    const bytes = new Uint8Array(randomBytes(1000));
    const fileKey = await upload(server.url, await editorToken(server.url), bytes);
    const [backup, keys] = [join(world.home, 'backup'), join(world.home, 'keys.json')];

    const made = await world.program(env, 'backup', backup, '--keys', keys);
    expect(made).toMatchObject({ code: 0, err: '' });
    await saves.stop();

    const over = await world.program(settings('product', 'over'), 'restore', backup, '--keys', keys);
    expect(over).toMatchObject({ code: 1, err: expect.stringMatching(/has tables/) as string });

    const copyEnv = settings('restored', 'restored');
    const restored = await world.program(copyEnv, 'restore', backup, '--keys', keys);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(await world.command(copyEnv, 'audit', 'verify')).toMatchObject({ code: 0 });
    const copy = await world.open(copyEnv);
    const token = await editorToken(copy.url);
    await expectStored(copy.url, { caseKey: saves.caseKey, token }, before);
    await expectFile(copy.url, token, fileKey, bytes);
  });

  it.each(installedPostgres)('is empty again after a restore that failed: %s', async (bin) => {
    const home = join(world.home, 'failing');
    mkdirSync(home, { mode: 0o755 });
    const { url, stop } = await systemDatabase(bin, home);
    world.undo(stop);
    await runSql(url, ...ACCOUNTS);
    const settings = (database: string, dataDir: string) => ({
      PATH: `${bin}:${process.env.PATH}`,
      DATA_DIR: join(world.home, dataDir),
      DATABASE_URL: url.replace('owner@', 'product_owner@').replace(/postgres$/, database),
    });
    const env = settings('product', 'failing-data');
    await migrate(env.DATABASE_URL);
    const backup = join(world.home, 'failing-backup');
    expect(await world.program(env, 'backup', backup)).toMatchObject({ code: 0 });
    const copyEnv = settings('restored', 'failing-restored');
    const restore = (...args: string[]) =>
      world.program(copyEnv, 'restore', backup, '--without-keys', ...args);
    const mistyped = await restore('--anchors', join(world.home, 'anchors.jsonl'));
    expect(mistyped).toMatchObject({
      code: 1,
      err: expect.stringMatching(/anchors.jsonl is not there/) as string,
    });
    // after the database was loaded: a server that starts on it would send again what went out since
    const failed = await restore('--anchors', world.home);
    expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/EISDIR/) as string });
    const left = "select relname from pg_class where relnamespace = 'public'::regnamespace";
    expect(await querySql(copyEnv.DATABASE_URL, left)).toEqual([]);
    expect(await restore()).toMatchObject({ code: 0 });
  });

  it.each(installedPostgres)('is restored by its own tools, and all else by ours: %s', async (bin) => {
    const home = join(world.home, 'own-tools');
    mkdirSync(home, { mode: 0o755 });
    const { url, stop } = await systemDatabase(bin, home);
    world.undo(stop);
    const env = { DATA_DIR: join(world.home, 'own-data'), DATABASE_URL: url, CASEWRIGHT_DEMO: '1' };
    const { url: address, stop: stopServer } = await world.open(env);
    const bytes = new Uint8Array(randomBytes(1000));
    const fileKey = await upload(address, await editorToken(address), bytes);
    // The database is restored as of before the backup of files and anchors: a server that goes on would anchor after it.
    await stopServer();
    const [backup, keys] = [join(world.home, 'files-only'), join(world.home, 'own-keys.json')];
    const made = await world.command(env, 'backup', backup, '--without-database', '--keys', keys);
    expect(made).toMatchObject({ code: 0, err: '' });
    const copyEnv = { ...env, DATA_DIR: join(world.home, 'own-restored') };
    const restored = await world.command(copyEnv, 'restore', backup, '--keys', keys);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(await world.command(copyEnv, 'audit', 'verify')).toMatchObject({ code: 0 });
    const copy = await world.open(copyEnv);
    await expectFile(copy.url, await editorToken(copy.url), fileKey, bytes);
  });
});
