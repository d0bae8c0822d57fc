/** The catalogue is the largest answer and hardly ever changes: a browser that has it asks with its tag. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';

/**
 * Sets the tag of the appendix asked for (path parameter `appendix`) and answers 304 where the browser has the same.
 * Runs after the session was checked.
 */
export function answerUnchanged(scope: FastifyInstance): void {
  const tags = new WeakMap<Catalogue, string>();
  const tagOf = (seen: Catalogue): string => {
    const tag = tags.get(seen) ?? contentTag(seen);
    tags.set(seen, tag);
    return tag;
  };
  scope.addHook('preHandler', (request, reply, done) => {
    const { appendix } = request.params as { appendix: string };
    const tag = tagOf(request.deps.catalogue.forAppendix(appendix));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (isKnown(request, tag)) void reply.code(304).send();
    else done();
  });
}

// weak: the answer may come compressed
const contentTag = (seen: Catalogue): string =>
  `W/"${createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 22)}"`;

const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag);
