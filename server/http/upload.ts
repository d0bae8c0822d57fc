/** Files coming in: one, as the multipart field `file`. */
import type { FastifyRequest } from 'fastify';
import { fileTooLarge, noFile, Problem, unreadableRequest } from '../problems.ts';

/** Unless a call says otherwise. */
export const UPLOAD_LIMIT_MB = 30;
const MB = 1024 * 1024;

export interface Upload {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}

/** Reads the file of a multipart request. Throws a `Problem` where there is none or it is larger than allowed. */
export async function readUpload(request: FastifyRequest, limitMb: number): Promise<Upload> {
  if (!request.isMultipart()) throw noFile();
  try {
    const part = await request.file({ limits: { fileSize: limitMb * MB, files: 1 } });
    if (!part || part.fieldname !== 'file') throw noFile();
    const bytes = await part.toBuffer();
    // toBuffer notices the limit only with a further part of the file, and returns what came before it otherwise
    if (part.file.truncated) throw fileTooLarge(limitMb);
    return { fileName: part.filename, mediaType: part.mimetype, bytes };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, message } = error as { code?: string; message: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw fileTooLarge(limitMb);
    // nothing but the request was read: whatever went wrong is wrong with it
    throw unreadableRequest(message);
  }
}
