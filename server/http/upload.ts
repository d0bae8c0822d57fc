/** Receives the file of a multipart request, the field `file`, on disk. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadFolders } from '../files/uploadFolders.ts';
import { fileTooLarge, noFile, Problem, unreadableRequest } from '../problems.ts';
import type { UploadPlaces } from './uploadPlaces.ts';

const MB = 1024 * 1024;
/** Larger requests, and those of unknown length, need a place. */
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
  uploads: { folders: UploadFolders; places: UploadPlaces };
}

interface UploadRequest {
  maxMb: number;
  userKey: number;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * Receives the file and works with it; whatever becomes of the request, nothing remains in the upload folder. Throws
 * 413 FILE_TOO_LARGE, 400 NO_FILE and UNREADABLE_REQUEST, 429 TOO_MANY_CALLS, 503 TOO_BUSY.
 */
export async function withUpload<T>(
  { uploads: { folders, places } }: UploadsWorld,
  request: FastifyRequest,
  { maxMb, userKey, signal }: UploadRequest,
  work: (upload: Upload) => T | Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw noFile();
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (Number.isFinite(length) && length > maxMb * MB + MAX_FORM_BYTES) throw fileTooLarge(maxMb);
  const leave = length > LARGE_MB * MB ? await places.enter(userKey, signal) : undefined;
  try {
    const folder = await folders.create();
    try {
      return await work(await receive(request, folder, { maxMb, signal }));
    } finally {
      await folders.remove(folder);
    }
  } finally {
    leave?.();
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
    const path = join(folder, 'upload');
    await writePart(part, path, maxMb);
    return { fileName: part.filename, mediaType: part.mimetype, size: (await stat(path)).size, path, folder };
  } catch (error) {
    throw refusalOf(request, error);
  }
}

/** Why a multipart request is refused. The client may read the answer only when all was sent, so the rest is dropped. */
export function refusalOf(request: FastifyRequest, error: unknown): unknown {
  request.raw.unpipe();
  request.raw.resume();
  if (error instanceof Problem || isOfDisk(error)) return error;
  return unreadableRequest((error as Error).message);
}

/** Stops at the limit: what exceeds it is not written. */
export async function writePart({ file }: MultipartFile, path: string, maxMb: number): Promise<void> {
  const limit = new AbortController();
  file.once('limit', () => limit.abort());
  try {
    await pipeline(file, createWriteStream(path, { flags: 'wx' }), { signal: limit.signal });
  } catch (error) {
    throw limit.signal.aborted ? fileTooLarge(maxMb) : error;
  }
  if (file.truncated) throw fileTooLarge(maxMb);
}

const DISK_CALLS = ['open', 'write', 'close', 'mkdir', 'stat'];

/** Whatever else goes wrong is wrong with the request. */
const isOfDisk = (error: unknown): boolean =>
  DISK_CALLS.includes((error as NodeJS.ErrnoException).syscall ?? '');
