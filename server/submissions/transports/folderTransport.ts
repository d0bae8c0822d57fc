/**
 * Batches as files of a folder that a gateway (OpenAS2, a company's own) reads, and answers as files that it puts down:
 *
 *   sponsor-1/staged/            files before the hand-over; their absence is the proof that the rename took place
 *   sponsor-1/out/<receiver>/    <file name>.xml and .json, the side file
 *   sponsor-1/ack/<receiver>/    answers; sponsor-1/receipts/: proofs of transport, named by the batch number
 *   sponsor-1/archive/, error/   answers that were read, and those that could not be
 */
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, parse, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentOf, isWhole, ownSafeName } from './fileNames.ts';
import {
  fromEach,
  TransportFailure,
  type IncomingFile,
  type OutgoingFile,
  type Transport,
} from './transport.ts';

/** Faults of a disk that pass by themselves, or by an operator's doing. */
const PASSING = new Set([
  'ENOSPC',
  'EIO',
  'EAGAIN',
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'ETIMEDOUT',
  'ESTALE',
  'EDQUOT',
]);

export const sponsorFolder = (root: string, sponsorKey: number): string =>
  join(root, `sponsor-${sponsorKey}`);

/** Where a batch is before and after the hand-over. */
function placesOf(root: string, { sponsorKey, fileName, receiver }: OutgoingFile) {
  const folder = sponsorFolder(root, sponsorKey);
  const out = join(folder, 'out', ownSafeName(receiver), fileName);
  return {
    staged: join(folder, 'staged', fileName),
    out,
    side: out.replace(/xml$/, 'json'),
  };
}

/** The adapter for a folder. */
export function folderTransport(root: string): Transport {
  return {
    stage: (batch) =>
      orFailure(async () => {
        const { staged, out, side } = placesOf(root, batch);
        // also where it is staged already: the gateway's folder may have been removed since
        await mkdir(dirname(out), { recursive: true });
        if ((await exists(staged)) || (await exists(out))) return;
        await mkdir(dirname(staged), { recursive: true });
        const { kind, number: batchNumber, receiver, environment, sha256, pretend } = batch;
        await writeFile(side, JSON.stringify({ kind, batchNumber, receiver, environment, sha256, pretend }));
        const part = `${staged}.part`;
        await pipeline(await batch.read(), createWriteStream(part));
        await flush(part);
        await rename(part, staged);
        await flush(dirname(staged));
      }),
    send: (batch) =>
      orFailure(async () => {
        const { staged, out } = placesOf(root, batch);
        await rename(staged, out);
        await flush(dirname(out));
        return 'handedOver' as const;
      }),
    // the rename is atomic: a file that is no longer staged has been handed over, also if the gateway has taken it since
    ask: async (batch, question) => {
      const { staged, out } = placesOf(root, batch);
      if (question?.isRestored) return { known: (await exists(out)) ? 'taken' : 'unknown' };
      return { known: (await exists(staged)) ? 'notTaken' : 'taken' };
    },
    receive: ({ sponsorKey, now }) => arrived(sponsorFolder(root, sponsorKey), now),
  };
}

async function* arrived(folder: string, now: Date): AsyncGenerator<IncomingFile> {
  const found: { path: Buffer; kind: IncomingFile['kind'] }[] = [];
  for (const path of await filesBelow(Buffer.from(join(folder, 'receipts'))))
    found.push({ path, kind: 'receipt' });
  for (const path of await filesBelow(Buffer.from(join(folder, 'ack')))) found.push({ path, kind: 'answer' });
  yield* fromEach(
    found,
    async function* ({ path, kind }) {
      const { mtimeMs, size } = await stat(path);
      const content = await contentOf(nameOf(path), size, () => readFile(path));
      const file = { ...incoming(folder, path, now), ...content, kind };
      if (isWhole(file, mtimeMs, now)) yield file;
    },
    () => false,
  );
}

function incoming(folder: string, path: Buffer, now: Date): Omit<IncomingFile, 'kind' | 'bytes' | 'refused'> {
  const fileName = nameOf(path);
  return {
    fileName,
    batchNumber: null,
    putAway: async (outcome) => {
      const day = now.toISOString().slice(0, 10);
      const to = outcome === 'read' ? join(folder, 'archive', day) : join(folder, 'error');
      await mkdir(to, { recursive: true });
      await rename(path, await freePath(to, fileName));
    },
  };
}

/** Receivers may name their answers alike: one that was put away before stays as it is. */
async function freePath(folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName);
  for (let count = 1; ; count += 1) {
    const end = `${count === 1 ? '' : `-${count}`}${ext}`;
    const path = join(folder, `${cutTo(name, MAX_NAME_BYTES - Buffer.byteLength(end))}${end}`);
    if (!(await exists(path))) return path;
  }
}

/** Of a name in a file system. */
const MAX_NAME_BYTES = 255;

/** The beginning of the text that takes no more bytes, without a part of a letter. */
const cutTo = (text: string, bytes: number): string =>
  Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(text)
        .subarray(0, Math.max(bytes, 0))
        .toString()
        .replace(/\uFFFD+$/, '');

/**
 * Files of a folder and of the folders in it, in order of their names; none where there is no folder. Their paths are bytes: a
 * gateway may write names in another encoding, and what is read of those as a text names no file.
 */
async function filesBelow(folder: Buffer): Promise<Buffer[]> {
  const found = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
  const below = found.map(async (entry) => {
    const path = Buffer.concat([folder, Buffer.from(sep), entry.name]);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && !nameOf(path).endsWith('.part') ? [path] : [];
  });
  return (await Promise.all(below)).flat().toSorted((one, other) => one.compare(other));
}

/** The name of a file as it is shown. */
const nameOf = (path: Buffer): string => basename(path.toString());

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes a file or folder through to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const fault = PASSING.has(code) ? 'passing' : 'settings';
    throw new TransportFailure(fault, (error as Error).message, { cause: error });
  }
}
