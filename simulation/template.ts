/** The state from which every seed begins: the demo, made by the simulated clock and chance, so that it is the same each time. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readConfig } from '../server/config.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import { startEmbedded } from '../server/storage/embedded/startEmbedded.ts';
import { CLUSTER_OF_TESTS } from '../tests/clusterOfTests.ts';
import { copyDirectory } from '../tests/copyDirectory.ts';
import { onCluster } from '../tests/onCluster.ts';
import { placeInMemory, testDataDir } from '../tests/testDataDir.ts';
import { serverChance } from './chance.ts';
import { simulatedClock } from './simulatedClock.ts';

const PROJECT = join(import.meta.dirname, '..');
const CACHE = join(PROJECT, 'node_modules', '.cache', 'simulation');
/** What the demo is made of. */
const SOURCES = ['schemas', 'shared', 'machines', 'server'];
const OWN_SOURCES = ['template.ts', 'chance.ts', 'simulatedClock.ts'];
const TEMPLATE_SEED = 0;

/** The same in all runs: chain heads depend on it. */
const AUDIT_KEY = 'simulation of a safety department; key of its audit trails';

/** Of every server of a simulation, the one that makes the template too. */
export const environmentOf = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  // it is called without a network
  ROLE: 'worker',
  LOG_LEVEL: 'silent',
  CASEWRIGHT_DEMO: '1',
  CASEWRIGHT_SESSION_MINUTES: '720',
  CASEWRIGHT_AUDIT_KEYS: AUDIT_KEY,
});

/** Where a PostgreSQL with the template is, for another process to open. */
export interface ClusterPlace {
  /** its data directory, with the files of the template beside it */
  dir: string;
  /** of the template database */
  url: string;
}

/** A PostgreSQL with the template, from which each seed gets a database. */
export interface Cluster {
  place: ClusterPlace;
  /** Makes a database and a directory; `remove` removes both. */
  copy: () => Promise<{ dataDir: string; databaseUrl: string; remove: () => Promise<void> }>;
}

/** One that this process has started. */
export interface StartedCluster extends Cluster {
  stop: () => Promise<void>;
}

/** The folder of the template of these sources, which is made where it is not there. */
export async function findTemplate(): Promise<string> {
  const folder = join(CACHE, sourcesHash());
  if (!existsSync(folder)) await makeTemplate(folder);
  return folder;
}

/** Starts a PostgreSQL on a copy of the template in the folder. */
export async function startCluster(folder: string): Promise<StartedCluster> {
  const dir = testDataDir(placeInMemory());
  copyDirectory(folder, dir);
  const { url, stop } = await startEmbedded(dir, CLUSTER_OF_TESTS);
  return {
    ...openCluster({ dir, url }),
    stop: async () => {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Opens a cluster, which may be one that another process has started. */
export function openCluster(place: ClusterPlace): Cluster {
  const url = new URL(place.url);
  const template = url.pathname.slice(1);
  let copies = 0;
  return {
    place,
    copy: async () => {
      copies += 1;
      const name = `seed_${process.pid}_${copies}`;
      await onCluster(url, `create database ${name} template ${template} strategy file_copy`);
      const dataDir = testDataDir(placeInMemory());
      for (const part of ['files', 'secret.key', 'audit'])
        if (existsSync(join(place.dir, part)))
          cpSync(join(place.dir, part), join(dataDir, part), { recursive: true });
      return {
        dataDir,
        databaseUrl: Object.assign(new URL(url), { pathname: name }).href,
        remove: async () => {
          await onCluster(url, `drop database ${name} with (force)`);
          rmSync(dataDir, { recursive: true, force: true });
        },
      };
    },
  };
}

async function makeTemplate(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  // of older sources
  for (const old of readdirSync(CACHE)) rmSync(join(CACHE, old), { recursive: true, force: true });
  const dir = testDataDir(placeInMemory());
  const server = await startServer(readConfig(environmentOf(dir), dir), {
    clock: simulatedClock(),
    chance: serverChance(TEMPLATE_SEED),
    jobs: null,
    prepare: async ({ deps }) => {
      await seedDemo(deps);
      await backfillProjections(deps);
    },
  });
  await server.close();
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  copyDirectory(dir, part);
  rmSync(dir, { recursive: true, force: true });
  // whole or not at all: another run may look for it
  renameSync(part, folder);
}

/** Of names and contents of all source files. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of OWN_SOURCES) hash.update(readFileSync(join(import.meta.dirname, file)));
  for (const folder of SOURCES)
    for (const entry of readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.name.includes('.test.'))
      .sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1)))
      hash.update(relative(PROJECT, pathOf(entry))).update(readFileSync(pathOf(entry)));
  return hash.digest('hex').slice(0, 16);
}

const pathOf = ({ parentPath, name }: { parentPath: string; name: string }): string => join(parentPath, name);
