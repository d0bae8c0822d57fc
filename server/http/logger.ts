/** The log: JSON lines on stderr, since stdout is for what the operator has to read. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Unavailable } from '../unavailable.ts';
import { namesOfWork } from '../workContext.ts';

/**
 * Drops lines about an unavailable service: each request, job and poll would repeat what `outageLog` logs once. An error
 * is the first argument or its `err`.
 */
function logMethod(
  this: FastifyBaseLogger,
  args: Parameters<FastifyBaseLogger['error']>,
  method: FastifyBaseLogger['error'],
): void {
  const [first] = args as unknown[];
  const { err } = (first ?? {}) as { err?: unknown };
  if (first instanceof Unavailable || err instanceof Unavailable) return;
  method.apply(this, args);
}

interface BoundLogger {
  bindings: () => object;
}

/** Names the request and the job that a line belongs to. The logger of a request does so by itself. */
const mixin = (_line: object, _level: number, logger: BoundLogger): object =>
  'reqId' in logger.bindings() ? {} : namesOfWork();

/** Requests are logged by the pattern of their path: a real path may hold the token of a set-up link. */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  stream: process.stderr,
  hooks: { logMethod },
  mixin,
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.routeOptions?.url ?? '(none)',
      ip: request.ip,
    }),
  },
});
