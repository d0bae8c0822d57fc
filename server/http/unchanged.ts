/** For large answers that hardly ever change: a browser that has one sends its tag and is answered without it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tags = new WeakMap<object, string>();

/**
 * Tags an answer; true if the browser has the same (RFC 9110, 13.1.2). A tag is computed once for each object, so `content`
 * must be the same object until it changes.
 */
export function isUnchanged({ headers }: FastifyRequest, reply: FastifyReply, content: object): boolean {
  const tag = tags.get(content) ?? contentTag(content);
  tags.set(content, tag);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  return (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag);
}

// weak: the answer may come compressed
const contentTag = (content: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
