/** From settings to a server that answers, and back. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { anchorFileIn } from './audit/anchorFile.ts';
import { anchorObjects } from './audit/anchorObjects.ts';
import { beginAnchors, keysOfDatabase, requireLastKey } from './audit/beginAnchors.ts';
import { refuseIncomplete } from './backup/incompleteRestore.ts';
import { SetupProblem } from './config.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { lockDirectory } from './directoryLock.ts';
import { seedSamples } from './dictionaries/samples.ts';
import { fileStore } from './files/fileStore.ts';
import { openObjectStore } from './files/openObjectStore.ts';
import { temporaryFilesIn } from './files/temporaryFiles.ts';
import { removeOldUploads, uploadFoldersIn } from './files/uploadFolders.ts';
import { openBodyQuotas } from './http/bodyQuotas.ts';
import { openUploadPlaces } from './http/upload.ts';
import { every } from './jobs/every.ts';
import { startJobs, type RunJobs } from './jobs/startJobs.ts';
import { listenOn } from './listen.ts';
import { makeDirectories } from './makeDirectories.ts';
import { openMail } from './mail/outbox.ts';
import { startManagement } from './management/managementServer.ts';
import { openMetrics, type MetricsWorld } from './metrics/metrics.ts';
import { observedGauges } from './metrics/observedGauges.ts';
import { outageLog } from './outageLog.ts';
import { httpAiCoder, withBreaker } from './ports/aiCoder.ts';
import { systemChance, type Chance } from './ports/chance.ts';
import { systemClock } from './ports/clock.ts';
import type { Clock } from './ports/clock.ts';
import { httpHelpDesk } from './ports/helpDesk.ts';
import { httpTranslator } from './ports/translator.ts';
import { openReadiness, type ReadinessWorld } from './readiness.ts';
import { noteSecret } from './secretInUse.ts';
import { meetProviders, signOnOf } from './sign-on/signOn.ts';
import { migrationAccount, type ApplicationLogin } from './storage/applicationLogin.ts';
import { openDatabase, probeDatabase, type Db } from './storage/database.ts';
import { requireCluster } from './storage/embedded/clusterPlace.ts';
import { startEmbedded, type EmbeddedDatabase } from './storage/embedded/startEmbedded.ts';
import { walArchiveSettings } from './storage/embedded/walArchive.ts';
import { migrate, requireMigrated } from './storage/migrate.ts';
import { openReplica } from './storage/replica.ts';
import { waitForSchema, type SchemaWait } from './storage/schemaState.ts';
import { openTransports } from './submissions/transports/openTransports.ts';
import { openThreads, type ThreadPools, type Threads } from './threads/threads.ts';
import { openTracing } from './tracing/openTracing.ts';
import { warnOperator } from './warnOperator.ts';
import type { ThreadSettings } from './whole-case/threadSettings.ts';

const HOUR_MS = 60 * 60_000;

export interface RunningServer {
  app: FastifyInstance;
  /** null: a worker, which does not listen */
  url: string | null;
  /** Reports that it is not ready, answers what is under way, then gives back database and directory. */
  close: () => Promise<void>;
}

export interface StartOptions {
  clock?: Clock;
  chance?: Chance;
  /** left out: worker threads */
  threads?: Threads;
  /** of the process, for several servers in it; left out: the server has its own */
  threadPools?: ThreadPools;
  /** runs on the migrated database before the first request is taken */
  prepare?: (app: FastifyInstance) => Promise<void>;
  /** null: none; left out: by the role of the process */
  jobs?: RunJobs | null;
  /**
   * works on what there is, for commands: neither migrates nor stores what a start stores. Their settings may be others than those
   * of the processes that serve, such as the folder of the anchors
   */
  isCommand?: boolean;
  /** opens health and metrics, where the settings say so; commands share the settings of a process that has their port */
  hasManagement?: boolean;
  /** Shows the operator what happens before the server listens. */
  announce?: (line: string) => void;
  /** ends the start at its next step, and while it waits for another process */
  signal?: AbortSignal;
}

/** Starts everything, or, when a step fails, gives back what was taken and throws: a `SetupProblem` where the operator must act. */
export async function startServer(
  config: Config,
  {
    clock = systemClock,
    chance = systemChance,
    threads: givenThreads,
    threadPools,
    prepare,
    jobs = config.role === 'api' ? null : 'all',
    isCommand = false,
    hasManagement = false,
    announce = () => {},
    signal,
  }: StartOptions = {},
): Promise<RunningServer> {
  const undo: (() => unknown)[] = [];
  const undoAll = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    refuseIncomplete(config.dataDir);
    if (isCommand && config.databaseUrl === null) requireCluster(config.dataDir);
    makeDataDir(config.dataDir);
    const readiness = openReadiness();
    const metrics = openMetrics();
    const tracing = await openTracing(config.tracing);
    undo.push(() => tracing?.close());
    if (hasManagement) await openManagement(config, { readiness, metrics }, undo, announce);
    const { database, db, readingDb, replica, objects, noteFailedDisk, watch } = await openStorage(
      config,
      undo,
      isCommand
        ? { migrate: requireMigrated, wait: (opened) => waitForSchema(opened, AT_ONCE) }
        : { migrate, wait: (opened) => waitForSchema(opened, schemaWait(config, announce, signal)) },
      signal,
    );
    signal?.throwIfAborted();
    const mail = openMail(config);
    if (mail) undo.push(() => mail.mailer.close());
    const uploads = {
      folders: uploadFoldersIn(join(config.dataDir, 'uploads'), noteFailedDisk),
      places: openUploadPlaces(),
      quotas: openBodyQuotas(),
    };
    // over DATABASE_URL other processes may be receiving uploads
    if (config.databaseUrl === null) await uploads.folders.removeUnusedSince(new Date());
    const auditKeys = await keysOfDatabase(db, config);
    const threadSettings: ThreadSettings = {
      databaseUrl: database.application.url,
      auditKeys: auditKeys.all,
      fileStorage: { dataDir: config.dataDir, s3: config.s3 },
    };
    const threads = givenThreads ?? openThreads({ shared: threadPools, settings: threadSettings });
    undo.push(() => threads.close());
    const app = await buildApp(
      {
        db,
        replica,
        readingDb,
        config,
        clock,
        ...chance,
        auditKeys,
        anchors: config.s3 ? anchorObjects(objects) : anchorFileIn(config.dataDir),
        objects,
        files: fileStore(objects, db),
        temporaryFiles: temporaryFilesIn(objects),
        uploads,
        aiCoder: config.aiCoder && withBreaker(httpAiCoder(config.aiCoder), () => clock.now()),
        translator: config.translator && httpTranslator(config.translator),
        mail,
        helpDesk: config.helpDesk && httpHelpDesk(config.helpDesk),
        signOn: signOnOf(config),
        threads,
        transports: openTransports(config),
        metrics,
        tracing,
        readiness,
      },
      { isCommand },
    );
    undo.push(() => app.close());
    tracing?.logTo(app.log);
    undo.push(...watch(app.log), removeUploadsHourly(app.deps));
    await warnOperator(app);
    await app.ready();
    if (isCommand) await requireLastKey(app.deps);
    else {
      await beginAnchors(app.deps);
      await noteSecret(app.deps);
      await seedSamples(app.deps);
      undo.push(meetProviders(app.deps));
    }
    signal?.throwIfAborted();
    await prepare?.(app);
    let drained: Promise<void> | null = null;
    undo.push(() => drained);
    if (jobs) undo.push(await startJobs(app.deps, database.application.url, jobs));
    const url = config.role === 'worker' ? null : await listen(app, config);
    metrics.observe(observedGauges(app.deps));
    readiness.begin(db, auditKeys);
    const close = () => {
      readiness.stop();
      if (url !== null) drained = sleep(config.drainSeconds * 1000);
      return undoAll();
    };
    return { app, url, close };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

/** Health and metrics are there before the first step of the start that may take long. */
async function openManagement(
  { management }: Config,
  world: ReadinessWorld & MetricsWorld,
  undo: (() => unknown)[],
  announce: (line: string) => void,
): Promise<void> {
  if (!management) return;
  world.metrics.observeProcess();
  const { url, close } = await startManagement(management, world);
  undo.push(close);
  announce(`Health and metrics are at ${url}`);
}

const schemaWait = (
  { schemaWaitSeconds }: Config,
  announce: (line: string) => void,
  signal: AbortSignal | undefined,
): SchemaWait => ({
  seconds: schemaWaitSeconds,
  signal,
  onWait: (why) => announce(`Casewright waits: ${why}`),
});

const AT_ONCE: SchemaWait = { seconds: 0, signal: undefined, onWait: () => {} };

/** connections of administrators who see the product as others do; opened when first used */
const READERS = 5;

/** How the database comes to fit the release: `migrate` where this process may, else `wait`. */
interface FittingSchema {
  migrate: (ownerUrl: string, login: ApplicationLogin | null) => Promise<unknown>;
  wait: (db: Db) => Promise<void>;
}

/** The file storage, the migrated database and its replica; `watch` logs their outages until the functions it returns run. */
async function openStorage(
  config: Config,
  undo: (() => unknown)[],
  schema: FittingSchema,
  signal: AbortSignal | undefined,
) {
  const fileOutages = outageLog('the file storage');
  const objects = await openObjectStore(config, fileOutages.note);
  undo.push(() => objects.close());
  const database = await findDatabase(config, undo);
  signal?.throwIfAborted();
  if (config.migratesAtStart) await schema.migrate(database.url, database.application.login);
  const databaseOutages = outageLog('the database');
  const db = openDatabase(database.application.url, { onUnavailable: databaseOutages.note });
  undo.push(() => db.destroy());
  const readingDb = openDatabase(database.application.url, { onlyReads: true, maxConnections: READERS });
  undo.push(() => readingDb.destroy());
  if (!config.migratesAtStart) await schema.wait(db);
  const replica = config.replicaUrl === null ? null : openReplica(config.replicaUrl);
  undo.push(() => replica?.close());
  const watch = (log: Deps['log']) => {
    replica?.open(log.warn.bind(log));
    return [
      databaseOutages.open(() => probeDatabase(db), log),
      fileOutages.open(objects.probe, log),
      database.keepRunning(log),
    ];
  };
  return { database, db, readingDb, replica, objects, noteFailedDisk: fileOutages.note, watch };
}

/** Not a job: each machine has upload folders of its own. */
const removeUploadsHourly = ({ uploads, log }: Pick<Deps, 'uploads' | 'log'>) =>
  every(
    HOUR_MS,
    () => removeOldUploads(uploads.folders),
    (err) => log.error({ err }, 'old uploads were not removed'),
  );

interface UsedDatabase extends Pick<EmbeddedDatabase, 'url' | 'keepRunning'> {
  /** `login`: null if the application connects as the owner */
  application: { url: string; login: ApplicationLogin | null };
}

/** The embedded database belongs to one process; over DATABASE_URL several may share the directory of files. */
async function findDatabase(
  { databaseUrl, migrationDatabaseUrl, dataDir, walArchive }: Config,
  undo: (() => unknown)[],
): Promise<UsedDatabase> {
  if (databaseUrl !== null) {
    const { url, login } = migrationAccount(databaseUrl, migrationDatabaseUrl);
    return { url, application: { url: databaseUrl, login }, keepRunning: () => () => Promise.resolve() };
  }
  undo.push(lockDirectory(dataDir));
  const embedded = await startEmbedded(dataDir, walArchiveSettings(walArchive));
  undo.push(embedded.stop);
  return embedded;
}

function makeDataDir(dataDir: string): void {
  try {
    makeDirectories(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new SetupProblem(`DATA_DIR ${dataDir} cannot be made or written (${code})`, { cause });
  }
}

const PRODUCT_VARIABLES = { host: 'HOST', port: 'PORT' };

const listen = (app: FastifyInstance, { host, port }: Config): Promise<string> =>
  listenOn(app.server, { host, port, variables: PRODUCT_VARIABLES }, (address) => app.listen(address));
