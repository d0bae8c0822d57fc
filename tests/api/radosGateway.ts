/**
 * A real S3 server for tests: Ceph's gateway with one monitor and one storage daemon that holds the objects in memory. It
 * needs Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { testDataDir } from '../testDataDir.ts';
import { eventually } from './harness.ts';
import { freePort } from './openIdProvider.ts';

const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'];
const MISSING = PROGRAMS.filter((name) => spawnSync(name, ['--version']).error !== undefined);

/** Whether the packages are installed. */
export const hasGateway = MISSING.length === 0;
if (!hasGateway)
  console.warn(
    `tests of object storage skipped: no ${MISSING.join(', ')}; install radosgw, ceph-mon, ceph-osd and ceph-common`,
  );

const ACCESS_KEY = 'casewright-test';
const SECRET_KEY = 'casewright-test-secret';

export interface Gateway {
  url: string;
  /** Creates an empty bucket; returns the environment variables by which a server uses it. */
  bucketEnv: () => Promise<Record<string, string>>;
  client: S3Client;
  /** Stops answering, as a gateway that was killed, until `start`. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the three daemons. */
export async function startGateway(): Promise<Gateway> {
  const dir = testDataDir();
  const [monitorPort, port] = [await freePort(), await freePort()];
  const id = randomUUID();
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(dir, name));
  writeFileSync(join(dir, 'ceph.conf'), configOf(dir, { id, monitorPort, port }));
  const env = { ...process.env, CEPH_CONF: join(dir, 'ceph.conf') };
  const daemons: ChildProcess[] = [];
  const run = (name: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(name, args, { env, encoding: 'utf8', timeout: 120_000 });
    if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  };
  const daemon = (name: string, ...args: string[]): ChildProcess => {
    const child = spawn(name, [...args, '-f'], { env, stdio: 'ignore' });
    daemons.push(child);
    return child;
  };
  const stop = async () => {
    await Promise.all(daemons.map(killed));
    rmSync(dir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess;
  const start = async () => {
    gateway = daemon('radosgw', '-n', 'client.rgw');
    await eventually(async () => {
      if (!(await fetch(url)).ok) throw new Error('the gateway is not ready');
    });
  };
  try {
    const monitor = `[v2:127.0.0.1:${monitorPort}]`;
    run('monmaptool', '--create', '--fsid', id, '--addv', 'a', monitor, join(dir, 'monmap'));
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(dir, 'monmap'));
    daemon('ceph-mon', '-i', 'a');
    run('ceph', 'osd', 'create');
    run('ceph-osd', '-i', '0', '--mkfs');
    daemon('ceph-osd', '-i', '0');
    const names = ['--uid=test', '--display-name=test'];
    run(
      'radosgw-admin',
      'user',
      'create',
      ...names,
      `--access-key=${ACCESS_KEY}`,
      `--secret-key=${SECRET_KEY}`,
    );
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
  });
  return {
    url,
    client,
    bucketEnv: async () => {
      const Bucket = `test-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      return {
        CASEWRIGHT_S3_BUCKET: Bucket,
        CASEWRIGHT_S3_ENDPOINT: url,
        CASEWRIGHT_S3_PREFIX: 'casewright/one',
        CASEWRIGHT_S3_ACCESS_KEY_ID: ACCESS_KEY,
        CASEWRIGHT_S3_SECRET_ACCESS_KEY: SECRET_KEY,
      };
    },
    kill: () => killed(gateway),
    start,
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
}

/** One copy of everything, in memory, without authentication between the daemons. */
const configOf = (
  dir: string,
  { id, monitorPort, port }: { id: string; monitorPort: number; port: number },
) => `
[global]
fsid = ${id}
run dir = ${dir}/run
admin socket = ${dir}/run/$name.$pid.asok
log file = ${dir}/$name.log
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
mon host = v2:127.0.0.1:${monitorPort}
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
[mon.a]
mon data = ${dir}/mon
mon initial members = a
[osd]
osd data = ${dir}/osd
osd objectstore = memstore
osd class load list = *
osd class default list = *
memstore device bytes = 1073741824
[client.rgw]
rgw data = ${dir}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
`;

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
