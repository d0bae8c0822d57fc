/** The log: JSON lines on stderr, since stdout is for what the operator has to read. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Unavailable } from '../unavailable.ts';

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

/** Requests are logged by the pattern of their path: a real path may hold the token of a set-up link. */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  stream: process.stderr,
  hooks: { logMethod },
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.routeOptions?.url ?? '(none)',
      ip: request.ip,
    }),
  },
});
