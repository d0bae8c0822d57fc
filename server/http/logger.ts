/** The log: JSON lines on stderr, since stdout is for what the operator has to read. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Requests are logged by the pattern of their path: a real path may hold the token of a set-up link. */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  stream: process.stderr,
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.routeOptions?.url ?? '(none)',
      ip: request.ip,
    }),
  },
});
