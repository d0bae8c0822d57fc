/**
 * The pretend authority of a demo: takes batches out of the folder as a gateway does, and puts receipts and answers into it.
 * It knows nothing of the product but the folder. No real authority is involved.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PretendAnswer } from '../../../shared/submission/pretendAnswers.ts';
import { eachSponsorsCatalogue } from '../../accounts/sponsors.store.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { ConfigWorld } from '../../config.ts';
import type { RecurringJob } from '../../jobs/job.types.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { sponsorFolder } from '../transports/folderTransport.ts';
import { threadTask } from '../../threads/threadTask.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import type { check } from '../../messages/schemaCheck.thread.ts';
import { answersTo } from './answers.ts';
import { judge } from './judge.ts';

const EVERY_MS = 1_000;
const LATE_MS = 20_000;
/** It works for nobody. */
const NO_USER = 0;

/** Null without a demo, and where an operator's folder is set up: a real gateway may read that one. */
export function pretendAuthority({
  config,
  log,
  clock,
  ...world
}: ConfigWorld &
  CataloguesWorld &
  ClockWorld &
  DatabaseWorld &
  LogWorld &
  ThreadsWorld): RecurringJob | null {
  const root = config.submissionDir;
  if (!config.demo || root === null) return null;
  return {
    name: 'pretend-authority',
    every: EVERY_MS,
    run: (signal) =>
      eachSponsorsCatalogue(
        world,
        async ({ sponsorKey, catalogue }) => {
          const folder = sponsorFolder(root, sponsorKey);
          const schemaFault = (path: string) => firstSchemaFault(world, config.xsdDir, path, signal);
          for (const path of await batchesIn(join(folder, 'out'))) {
            signal.throwIfAborted();
            await answerBatch(folder, path, { catalogue, schemaFault, now: clock.now() }).catch(
              (error: unknown) =>
                log.warn({ err: error, path }, 'the pretend authority could not answer a batch'),
            );
          }
        },
        signal,
      ),
  };
}

/** Small ones first: a large one takes seconds. */
async function batchesIn(out: string): Promise<string[]> {
  const found = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  const batches = found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xml'))
    .map((entry) => join(entry.parentPath, entry.name));
  const sized = await Promise.all(batches.map(async (path) => ({ path, size: (await stat(path)).size })));
  return sized.toSorted((one, other) => one.size - other.size).map(({ path }) => path);
}

interface SideFile {
  /** of older batches left out */
  kind?: 'batch' | 'acknowledgement';
  batchNumber: string;
  receiver: string;
  pretend: PretendAnswer | null;
}

/** What a batch is judged by. */
interface Authority {
  catalogue: CatalogueSource;
  /** null: the schema has nothing against it, or is not there */
  schemaFault: (path: string) => Promise<string | null>;
  now: Date;
}

const schemaTask = threadTask<typeof check>(
  new URL('../../messages/schemaCheck.thread.ts', import.meta.url),
  'check',
  { seconds: 60, threads: 1 },
);

async function firstSchemaFault(
  { threads }: ThreadsWorld,
  dir: string | null,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (dir === null) return null;
  const xml = await readFile(path, 'utf8');
  return (await threads.run(schemaTask, { dir, xml }, { userKey: NO_USER, signal }))?.[0] ?? null;
}

const RECEIPT = 'Disposition: automatic-action/MDN-sent-automatically; processed\n';

async function answerBatch(folder: string, path: string, authority: Authority): Promise<void> {
  const sidePath = path.replace(/xml$/, 'json');
  const side = JSON.parse(await readFile(sidePath, 'utf8')) as SideFile;
  // nobody answers an acknowledgement
  if (side.kind === 'acknowledgement') return take(folder, path);
  const { catalogue, schemaFault, now } = authority;
  const { mtimeMs } = await stat(path);
  if (side.pretend === 'late' && now.getTime() - mtimeMs < LATE_MS) return;
  const judged = await judge(() => createReadStream(path), { catalogue, now });
  const judgement = { ...judged, fault: await schemaFault(path) };
  await put(join(folder, 'receipts', `${side.batchNumber}.txt`), RECEIPT);
  for (const [index, text] of answersTo(side.pretend ?? 'check', judgement, authority).entries())
    await put(join(folder, 'ack', 'pretend', `${side.batchNumber}-${index + 1}.xml`), text);
  // last: a batch that is still there is answered again after a crash, and the same answers count once
  await take(folder, path);
}

/** Takes a file with its side file away, as a gateway does. */
async function take(folder: string, path: string): Promise<void> {
  const taken = join(folder, 'taken');
  await mkdir(taken, { recursive: true });
  for (const one of [path.replace(/xml$/, 'json'), path]) await rename(one, join(taken, basename(one)));
}

/** Puts a whole file into the folder: readers never see a part of it. */
async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
