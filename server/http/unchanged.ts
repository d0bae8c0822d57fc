/** For large answers that hardly ever change: a browser that has one sends its tag and is answered without it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../shared/contract/call.ts';
import { answerSerializer, EncodedAnswer } from './envelope.ts';

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

const encoded = new WeakMap<object, EncodedAnswer>();

/** The answer as it is sent, serialised once for each object: many who ask for it at once hold up nobody else. */
export function encodedOnce(call: Call, content: object): EncodedAnswer {
  const answer = encoded.get(content) ?? new EncodedAnswer(Buffer.from(answerSerializer(call)(content)));
  encoded.set(content, answer);
  return answer;
}

// weak: the answer may come compressed
const contentTag = (content: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
