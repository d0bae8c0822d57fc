/** The log of the server. */
import type { FastifyBaseLogger } from 'fastify';

export type Log = FastifyBaseLogger;

export interface LogWorld {
  log: Log;
}
