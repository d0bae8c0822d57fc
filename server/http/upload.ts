/** Receives the file of a multipart request, the field `file`, on disk. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { openFairPlaces, type FairPlaces } from '../fairPlaces.ts';
import type { UploadFolders } from '../files/uploadFolders.ts';
import { bodyTooLarge, fileTooLarge, noFile, Problem, unreadableRequest } from '../problems.ts';
import type { BodyQuotas, Sender } from './bodyQuotas.ts';

const MB = 1024 * 1024;
/** The work with larger files needs a place. */
const LARGE_MB = 8;
/** What a form adds to its file. */
const MAX_FORM_BYTES = 64 * 1024;

export interface Upload {
  fileName: string;
  mediaType: string;
  size: number;
  /** where the file is until the request ends; it may be moved */
  path: string;
  /** of the request, for further files; removed when it ends */
  folder: string;
}

export interface UploadsWorld {
  uploads: { folders: UploadFolders; places: FairPlaces; quotas: BodyQuotas };
}

interface UploadRequest {
  maxMb: number;
  sender: Sender;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/** Bytes of the largest form with a file. */
export const formBytes = (maxMb: number): number => maxMb * MB + MAX_FORM_BYTES;

/**
 * Receives the file of a form and works with it; whatever becomes of the request, nothing remains in the upload folder.
 * Throws 413 FILE_TOO_LARGE, 400 NO_FILE and UNREADABLE_REQUEST.
 */
export async function withUpload<T>(
  { uploads }: UploadsWorld,
  request: FastifyRequest,
  upload: UploadRequest,
  work: (upload: Upload) => T | Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw noFile();
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > formBytes(upload.maxMb)) throw fileTooLarge(upload.maxMb);
  return inFolder(uploads, upload, (folder) => receive(request, folder, upload), work);
}

/**
 * Receives a body that is the file itself, which no parser has read. Works with it as `withUpload` does. Throws 413
 * BODY_TOO_LARGE, 400 UNREADABLE_REQUEST.
 */
export async function withBodyFile<T>(
  { uploads }: UploadsWorld,
  request: FastifyRequest<{ Body: Readable | undefined }>,
  upload: UploadRequest,
  work: (path: string) => T | Promise<T>,
): Promise<T> {
  const receiveBody = async (folder: string) => {
    const path = join(folder, 'upload');
    try {
      await writeBody(request, path, upload);
    } catch (error) {
      throw refusalOf(request, error);
    }
    return { path, size: (await stat(path)).size };
  };
  return inFolder(uploads, upload, receiveBody, ({ path }) => work(path));
}

/** What is received takes no place: however slowly it arrives, others are not held up. Only the work waits for one. */
async function inFolder<File extends { size: number }, T>(
  { folders, places }: UploadsWorld['uploads'],
  { sender, signal }: UploadRequest,
  receiveFile: (folder: string) => Promise<File>,
  work: (file: File) => T | Promise<T>,
): Promise<T> {
  return folders.use(async (folder) => {
    const file = await receiveFile(folder);
    const leave = file.size > LARGE_MB * MB ? await placeOf(places, sender, signal) : undefined;
    try {
      return await work(file);
    } finally {
      leave?.();
    }
  });
}

/** Two large files are worked with at the same time, each of another sender. */
export const openUploadPlaces = (): FairPlaces => openFairPlaces({ total: 2, ofSender: 1 });

/** Throws 400 UNREADABLE_REQUEST where the connection closes meanwhile. */
async function placeOf(places: FairPlaces, sender: Sender, signal: AbortSignal): Promise<() => void> {
  try {
    return await places.enter(sender, () => signal);
  } catch {
    throw unreadableRequest('the connection was closed');
  }
}

async function receive(
  request: FastifyRequest,
  folder: string,
  { maxMb, signal }: Pick<UploadRequest, 'maxMb' | 'signal'>,
): Promise<Upload> {
  // a closed connection emits nothing more, so reading it would never end
  if (signal.aborted) throw unreadableRequest('the connection was closed');
  try {
    const part = await request.file({ limits: { fileSize: maxMb * MB, files: 1 } });
    if (!part || part.fieldname !== 'file') throw noFile();
    return await receivePart(part, { folder, name: 'upload', maxMb });
  } catch (error) {
    throw refusalOf(request, error);
  }
}

/** Why a body is refused. The client may read the answer only when all was sent, so the rest is dropped. */
export function refusalOf(request: FastifyRequest, error: unknown): unknown {
  request.raw.unpipe();
  request.raw.resume();
  if (error instanceof Problem || isOfDisk(error)) return error;
  return unreadableRequest((error as Error).message);
}

/** Writes the file of a part. Stops at the limit: what exceeds it is not written. */
export async function receivePart(
  part: MultipartFile,
  { folder, name, maxMb }: { folder: string; name: string; maxMb: number },
): Promise<Upload> {
  const { file, mimetype: mediaType } = part;
  // a sender need not name it, whatever the type of the library says
  const { filename: fileName = '' } = part as { filename?: string };
  const path = join(folder, name);
  const limit = new AbortController();
  file.once('limit', () => limit.abort());
  try {
    await pipeline(file, createWriteStream(path, { flags: 'wx' }), { signal: limit.signal });
  } catch (error) {
    throw limit.signal.aborted ? fileTooLarge(maxMb) : error;
  }
  if (file.truncated) throw fileTooLarge(maxMb);
  return { fileName, mediaType, size: (await stat(path)).size, path, folder };
}

/** Leaves the connection open where the body is too large, for the answer. */
async function writeBody(
  { body }: { body: Readable | undefined },
  path: string,
  { maxMb, signal }: UploadRequest,
): Promise<void> {
  if (signal.aborted) throw unreadableRequest('the connection was closed');
  async function* upToLimit(): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const piece of (body ?? Readable.from([])).iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxMb * MB) throw bodyTooLarge();
      yield piece;
    }
  }
  await pipeline(upToLimit, createWriteStream(path, { flags: 'wx' }));
}

const DISK_CALLS = ['open', 'write', 'close', 'mkdir', 'stat'];

/** Whatever else goes wrong is wrong with the request. */
const isOfDisk = (error: unknown): boolean =>
  DISK_CALLS.includes((error as NodeJS.ErrnoException).syscall ?? '');
