/** Files going out. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { MISSING_ROWS, OMITTED_ITEMS } from '../../shared/contract/call.ts';

/** A handler's answer to a call that carries a file. */
export interface FileAnswer {
  fileName: string;
  mediaType: string;
  body: Buffer | Readable;
  /**
   * The content is a user's: it is sent uncompressed. The plugin that compresses takes content that begins like a compressed
   * one, such as the text `80 mg`, for compressed already, but still declares its own encoding.
   */
  isStored?: boolean;
  /** ids of the items with values that the file cannot hold; each once */
  omitted?: readonly string[];
  /** chosen rows that are not in the file, since they left the list */
  missing?: number;
}

/** What the plugin looks for to leave an answer as it is. */
const NO_COMPRESSION = 'x-no-compression';

const OCTETS = 'application/octet-stream';

/**
 * The media type of a header. A message may state any text as that of an attachment; what is none is bytes. JSON is what
 * failures are answered with: the page takes it for one (specification section 8), so a file of it is bytes, too.
 */
export const typeOf = (mediaType: string): string =>
  /^[\w.+-]+\/[\w.+-]+(;[\t\x20-\x7e]*)?$/.test(mediaType) && !/json/i.test(mediaType) ? mediaType : OCTETS;

/** Sends bytes to be saved, never to be shown: a stored file must not run as a page of this site. */
export function sendFile(
  reply: FastifyReply,
  { fileName, mediaType, body, isStored = false, omitted = [], missing = 0 }: FileAnswer,
): FastifyReply {
  if (isStored) reply.request.headers[NO_COMPRESSION] = '';
  if (omitted.length > 0) reply.header(OMITTED_ITEMS, omitted.join());
  if (missing > 0) reply.header(MISSING_ROWS, missing);
  return reply.type(typeOf(mediaType)).header('content-disposition', dispositionOf(fileName)).send(body);
}

/** Controls, of which those of direction show `gpj.exe` as `exe.jpg`. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A name for old readers and, after RFC 5987, the real one in any script, without controls. */
export function dispositionOf(givenName: string): string {
  const fileName = givenName.replaceAll(CONTROLS, '_');
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
