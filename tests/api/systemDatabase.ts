/** A PostgreSQL of the system's packages, as an operator who has one of their own. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { databaseAccount } from '../../server/storage/embedded/account.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Folders of the programs of each version that is installed. */
export const installedPostgres = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .map((version) => join(DEBIAN, version, 'bin'))
      .filter((bin) => existsSync(join(bin, 'initdb')))
  : [];

/** Starts a server with its files in the folder. The account of the URL is a superuser. */
export async function systemDatabase(bin: string, home: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const dir = join(home, 'pg');
  const account = databaseAccount();
  mkdirSync(dir);
  if (account) chownSync(dir, account.uid, account.gid);
  const as = { cwd: dir, encoding: 'utf8' as const, ...(account && { uid: account.uid, gid: account.gid }) };
  const step = (program: string, args: string[]) => {
    const done = spawnSync(join(bin, program), args, as);
    if (done.status !== 0) throw new Error(`${program}: ${done.error?.message ?? done.stderr}`);
  };
  step('initdb', ['-D', dir, '-U', 'owner', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  step('pg_ctl', ['-D', dir, '-w', '-l', join(dir, 'log'), '-o', settings, 'start']);
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    stop: () => step('pg_ctl', ['-D', dir, '-w', '-m', 'fast', 'stop']),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
