/** Files going out. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A handler's answer to a call that carries a file. */
export interface FileAnswer {
  fileName: string;
  mediaType: string;
  body: Buffer | Readable;
}

/** Sends bytes to be saved, never to be shown: a stored file must not run as a page of this site. */
export const sendFile = (reply: FastifyReply, { fileName, mediaType, body }: FileAnswer): FastifyReply =>
  reply
    .type(/^[\w.+-]+\/[\w.+-]+(;.*)?$/.test(mediaType) ? mediaType : 'application/octet-stream')
    .header('content-disposition', dispositionOf(fileName))
    .send(body);

/** A name for old readers and, after RFC 5987, the real one in any script. */
export function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
