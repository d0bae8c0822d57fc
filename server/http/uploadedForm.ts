/** Receives a form: its data as JSON in the field `data`, and after it any number of files, on disk. */
import type { FastifyRequest } from 'fastify';
import { fileTooLarge, unreadableRequest } from '../problems.ts';
import { excessIn } from '../../shared/text/jsonLimits.ts';
import { receivePart, refusalOf, type Upload, type UploadsWorld } from './upload.ts';

const MB = 1024 * 1024;
const MAX_DATA_BYTES = 2 * MB;
/** Files of one request; a form with more is sent in several. */
const MAX_FILES = 20;

/** Bytes of the largest form. */
export const filesBytes = (maxMb: number): number => MAX_FILES * maxMb * MB + MAX_DATA_BYTES;

interface FormRequest {
  /** of each file */
  maxMb: number;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

interface UploadedForm {
  /** not checked yet */
  data: unknown;
  uploads: readonly Upload[];
}

/**
 * Receives the form and works with it; nothing remains in the upload folder. Throws 413 FILE_TOO_LARGE, 400
 * UNREADABLE_REQUEST.
 */
export async function withForm<T>(
  { uploads: { folders } }: UploadsWorld,
  request: FastifyRequest,
  limits: FormRequest,
  work: (form: UploadedForm) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw unreadableRequest('a form is sent as multipart/form-data');
  // a closed connection emits nothing more, so reading it would never end
  if (limits.signal.aborted) throw unreadableRequest('the connection was closed');
  return folders.use(async (folder) => work(await receive(request, folder, limits)));
}

async function receive(
  request: FastifyRequest,
  folder: string,
  { maxMb }: FormRequest,
): Promise<UploadedForm> {
  const uploads: Upload[] = [];
  let data: unknown;
  try {
    const parts = request.parts({
      limits: { fileSize: maxMb * MB, files: MAX_FILES, fields: 1, fieldSize: MAX_DATA_BYTES },
    });
    for await (const part of parts) {
      if (part.type === 'field') data = dataOf(part.fieldname, part.value);
      else uploads.push(await receivePart(part, { folder, name: `upload-${uploads.length}`, maxMb }));
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw fileTooLarge(maxMb);
    throw refusalOf(request, error);
  }
  return { data, uploads };
}

function dataOf(name: string, value: unknown): unknown {
  if (name !== 'data' || typeof value !== 'string') throw unreadableRequest(`unknown field '${name}'`);
  const excess = excessIn(value);
  if (excess !== null) throw unreadableRequest(excess);
  try {
    return JSON.parse(value);
  } catch {
    throw unreadableRequest("the field 'data' is no JSON");
  }
}
