/** Writes the file of a batch, stores it by its hash and checks its structure. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseToWrite, OmittedValue } from '../../shared/e2b/index.ts';
import { orderFindings } from '../../shared/e2b/orderFindings.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../config.ts';
import { nodeBytes } from '../files/byteTools.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import type { UploadsWorld } from '../http/upload.ts';
import { writeBatch } from '../messages/composeBatch.ts';
import type { check } from '../messages/schemaCheck.thread.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { threadTask } from '../threads/threadTask.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import type { Batch } from './batch.store.ts';
import { finding, type CheckFinding } from './checks/checkFinding.ts';

/** Bytes; a larger file is not checked against the schema. */
const MAX_CHECKED = 64 * 1024 * 1024;
/** Lines of the schema that are shown. */
const MAX_SCHEMA_FINDINGS = 50;

const schemaTask = threadTask<typeof check>(
  new URL('../messages/schemaCheck.thread.ts', import.meta.url),
  'check',
  { seconds: 60, threads: 1 },
);

export type FreezeWorld = ClockWorld & ConfigWorld & FilesWorld & ThreadsWorld & UploadsWorld;

export interface FrozenFile {
  fileKey: string;
  size: number;
  findings: CheckFinding[];
}

interface Frozen {
  batch: Batch;
  catalogue: CatalogueSource;
  cases: readonly { seq: number; toWrite: CaseToWrite }[];
  userKey: number;
  signal: AbortSignal;
}

/** Findings of structure belong to the message where that is known. */
export async function freezeBatch(world: FreezeWorld, frozen: Frozen): Promise<FrozenFile> {
  const { uploads, files } = world;
  const folder = await uploads.folders.create();
  try {
    const path = join(folder, 'batch.xml');
    const omitted = await writeFile(world, frozen, path);
    const { size } = await stat(path);
    const { findings } = await orderFindings(textOf(path), frozen.catalogue.e2b);
    const seqOf = (message: number) => frozen.cases[message - 1]?.seq ?? null;
    const found = [
      ...(await schemaFindings(world, frozen, path, size)),
      ...findings.map(({ message, element, parent, line }) =>
        finding('structure', 'error', 'order', { seq: seqOf(message), values: { element, parent, line } }),
      ),
      ...omitted.map(({ message, value: { itemId, rowNo, rowNo2, rowNo3 } }) =>
        finding('structure', 'warning', 'omitted', {
          seq: seqOf(message),
          address: { itemId, rowNo, rowNo2, rowNo3 },
        }),
      ),
    ];
    return { fileKey: await files.putFile(path), size, findings: found };
  } finally {
    await uploads.folders.remove(folder);
  }
}

async function writeFile(
  { clock, files }: FreezeWorld,
  { batch, catalogue, cases }: Frozen,
  path: string,
): Promise<OmittedValue[]> {
  const omitted: OmittedValue[] = [];
  const content = async function* (fileKey: string): AsyncGenerator<Uint8Array> {
    const stream = await files.stream(fileKey);
    // a missing file is a finding of its case
    if (stream) yield* stream as AsyncIterable<Uint8Array>;
  };
  const pieces = writeBatch(
    catalogue,
    cases.map(({ toWrite }) => toWrite),
    batch,
    { bytes: nodeBytes, files: { read: content }, now: () => clock.now() },
    (one) => omitted.push(one),
  );
  await pipeline(Readable.from(pieces), createWriteStream(path));
  return omitted;
}

async function* textOf(path: string): AsyncGenerator<string> {
  yield* createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>;
}

async function schemaFindings(
  { config, threads }: FreezeWorld,
  { userKey, signal }: Frozen,
  path: string,
  size: number,
): Promise<CheckFinding[]> {
  if (size > MAX_CHECKED) return [finding('structure', 'warning', 'schemaNotDoneLarge')];
  const dir = config.xsdDir;
  const found =
    dir === null
      ? null
      : await threads.run(schemaTask, { dir, xml: await readFile(path, 'utf8') }, { userKey, signal });
  if (found === null) return [finding('structure', 'warning', 'schemaNotDone')];
  return found
    .slice(0, MAX_SCHEMA_FINDINGS)
    .map((text) => finding('structure', 'error', 'schema', { values: { text } }));
}
