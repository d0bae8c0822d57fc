/** Stores the file of a batch by its hash and checks it against the schema. */
import { readFile } from 'node:fs/promises';
import type { ConfigWorld } from '../config.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import type { check } from '../messages/schemaCheck.thread.ts';
import { threadTask } from '../threads/threadTask.ts';
import type { Caller, ThreadsWorld } from '../threads/threads.ts';
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

export type FreezeWorld = ConfigWorld & FilesWorld & ThreadsWorld;

export interface FrozenFile {
  fileKey: string;
  size: number;
  findings: CheckFinding[];
}

/** The file may be moved. */
export async function freezeFile(
  world: FreezeWorld,
  { path, size }: { path: string; size: number },
  caller: Caller,
): Promise<FrozenFile> {
  const findings = await schemaFindings(world, { path, size }, caller);
  return { fileKey: await world.files.putFile(path), size, findings };
}

async function schemaFindings(
  { config, threads }: FreezeWorld,
  { path, size }: { path: string; size: number },
  caller: Caller,
): Promise<CheckFinding[]> {
  if (size > MAX_CHECKED) return [finding('structure', 'warning', 'schemaNotDoneLarge')];
  const dir = config.xsdDir;
  const found =
    dir === null ? null : await threads.run(schemaTask, { dir, xml: await readFile(path, 'utf8') }, caller);
  if (found === null) return [finding('structure', 'warning', 'schemaNotDone')];
  return found
    .slice(0, MAX_SCHEMA_FINDINGS)
    .map((text) => finding('structure', 'error', 'schema', { values: { text } }));
}
