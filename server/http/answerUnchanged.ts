/** For large answers that hardly ever change: a browser that has one sends its tag and is answered without it. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Tags the answers of all calls of the scope, and answers 304 where the browser has the same (RFC 9110, 13.1.2).
 * `contentOf` returns what the answer is made of, and the same object until it changes. Runs after the session was
 * checked.
 */
export function answerUnchanged(
  scope: FastifyInstance,
  contentOf: (request: FastifyRequest) => object,
): void {
  const tags = new WeakMap<object, string>();
  const tagOf = (content: object): string => {
    const tag = tags.get(content) ?? contentTag(content);
    tags.set(content, tag);
    return tag;
  };
  scope.addHook('preHandler', (request, reply, done) => {
    const tag = tagOf(contentOf(request));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (isKnown(request, tag)) void reply.code(304).send();
    else done();
  });
}

// weak: the answer may come compressed
const contentTag = (content: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;

const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag);
