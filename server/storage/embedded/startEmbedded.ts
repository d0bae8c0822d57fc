/** The embedded PostgreSQL: made on the first start, adopted when one survived, listening on the loopback only. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupProblem } from '../../config.ts';
import type { ApplicationLogin } from '../applicationLogin.ts';
import { isRunning } from '../../systemProcesses.ts';
import { databaseAccount, type Account } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterDirOf, makeHome, OWNER_SECRET, secretOf } from './clusterPlace.ts';
import { keepRunning, type Log } from './keepRunning.ts';
import { findReady, findSurvivor, stopPostmaster, waitUntilReady } from './postmaster.ts';

const OWNER = 'casewright_owner';
const LOGIN = 'casewright_login';
const DATABASE = 'casewright';
const START_ATTEMPTS = 5;

export interface EmbeddedDatabase {
  /** of the owner */
  url: string;
  /** of the application, whose account `migrate` creates */
  application: { url: string; login: ApplicationLogin };
  stop: () => Promise<void>;
  /** Starts the server again whenever it ends. Returns a function that stops watching; call it before `stop`. */
  keepRunning: (log: Log) => () => Promise<void>;
}

interface Cluster {
  dir: string;
  native: string;
  account: Account | null;
  password: string;
  logFile: string;
  settings: Settings;
  attempts: number;
}

/** Settings of PostgreSQL by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Starts or adopts the database of a data directory. `settings` win over those of the product, for a server that is
 * started now. Throws a `SetupProblem` where the operator must act.
 */
export async function startEmbedded(
  dataDir: string,
  settings: Settings = {},
  attempts = START_ATTEMPTS,
): Promise<EmbeddedDatabase> {
  const cluster = prepareCluster(dataDir, settings, attempts);
  const survivor = await findSurvivor(cluster.dir);
  const { pid, port } = survivor ?? (await startServer(cluster, freePort));
  let current = pid;
  const url = urlOf(OWNER, cluster.password, port);
  const login = { name: LOGIN, password: secretOf(dataDir, 'postgres-application.secret') };
  await createDatabase(url);
  const server = {
    isRunning: () => isRunning(current),
    // clients know its port
    start: async () => {
      current = ((await findSurvivor(cluster.dir)) ?? (await startServer(cluster, () => port))).pid;
    },
  };
  return {
    url,
    application: { url: urlOf(LOGIN, login.password, port), login },
    stop: () => stopPostmaster(current),
    keepRunning: (log) => keepRunning(server, log),
  };
}

const urlOf = (name: string, password: string, port: number): string =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${DATABASE}`;

/** The URL of the owner of a database that runs already; null: it does not run, or does not accept connections yet. */
export function runningOwnerUrl(dataDir: string): string | null {
  const running = findReady(clusterDirOf(dataDir));
  return running && urlOf(OWNER, secretOf(dataDir, OWNER_SECRET), running.port);
}

function prepareCluster(dataDir: string, settings: Settings, attempts: number): Cluster {
  const account = databaseAccount();
  const home = makeHome(dataDir, account);
  const dir = join(home, 'postgres');
  const native = findBinaries(account, home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account) chownSync(dir, account.uid, account.gid);
  const cluster = {
    dir,
    native,
    account,
    password: secretOf(dataDir, OWNER_SECRET),
    logFile: join(dataDir, 'postgres.log'),
    settings,
    attempts,
  };
  if (!existsSync(join(dir, 'PG_VERSION'))) initialise(cluster);
  refuseOtherVersion(cluster);
  return cluster;
}

function run(cluster: Cluster, program: string, args: string[]): void {
  const path = join(cluster.native, 'bin', program);
  const done = spawnSync(path, args, { ...spawnAs(cluster), encoding: 'utf8' });
  if (done.status === 0) return;
  const message = done.error?.message ?? done.stderr.trim().split('\n').slice(-3).join(' ');
  throw new SetupProblem(`${program} could not make the database in ${cluster.dir}: ${message}`);
}

const spawnAs = ({ account, dir }: Cluster) => ({
  cwd: dir,
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SYSTEMROOT: process.env.SYSTEMROOT },
  ...(account && { uid: account.uid, gid: account.gid }),
});

function initialise(cluster: Cluster): void {
  const passwordFile = join(dirname(cluster.dir), 'postgres.init');
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account) chownSync(passwordFile, cluster.account.uid, cluster.account.gid);
  try {
    run(cluster, 'initdb', [
      '-D',
      cluster.dir,
      '-U',
      OWNER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // one order of text on every machine; people's orders are made in JavaScript
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ]);
  } finally {
    rmSync(passwordFile);
  }
}

function refuseOtherVersion({ dir, native, account }: Cluster): void {
  const data = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  const program = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const major = /(\d+)\./.exec(program.stdout ?? '')?.[1];
  if (major === data) return;
  throw new SetupProblem(
    major
      ? `the database in ${dir} was made by PostgreSQL ${data}, but ${major} is installed; install the former package`
      : `the PostgreSQL programs in ${native} do not run: ${program.error?.message ?? program.stderr.trim()}`,
  );
}

/** Backends of a killed server may hold its memory for a moment: then PostgreSQL refuses, and a later attempt works. */
async function startServer(
  cluster: Cluster,
  portOf: () => number | Promise<number>,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await portOf();
    const pid = await spawnServer(cluster, port);
    if (pid !== null) return { pid, port };
    if (attempt >= cluster.attempts) {
      throw new SetupProblem(`PostgreSQL does not start on ${cluster.dir}; see ${cluster.logFile}`);
    }
    await sleep(500 * attempt);
  }
}

async function spawnServer(cluster: Cluster, port: number): Promise<number | null> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '60',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: `${sharedMegabytes()}MB`,
    ...cluster.settings,
  };
  const log = openSync(cluster.logFile, 'a', 0o600);
  const server = spawn(
    join(cluster.native, 'bin', 'postgres'),
    ['-D', cluster.dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // a session of its own: Ctrl+C in the terminal must not end the database before the requests are drained
    { ...spawnAs(cluster), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  let ended = false;
  server.on('exit', () => (ended = true));
  server.on('error', () => (ended = true));
  server.unref();
  return (await waitUntilReady(cluster.dir, server.pid ?? 0, () => ended)) ? (server.pid ?? null) : null;
}

const MEGABYTE = 2 ** 20;

/** An eighth of what the machine or the container has, within reason: lists of a million cases are read from there. */
function sharedMegabytes(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(2048, Math.max(128, Math.floor(memory / 8 / MEGABYTE)));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
  });
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
