/** One id for each request: in its answer, in the log, in the audit trail and in the jobs that it enqueues. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID } from '../../shared/contract/call.ts';
import type { Config, ConfigWorld } from '../config.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inWorkContext, type WorkContext } from '../workContext.ts';

/** Ids as proxies make them; anything else could forge lines of a log that is read as text. */
const VALID_ID = /^[\w.:-]{1,100}$/;
/** W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Makes the ids of requests: that of the proxy, if there is one and the id is valid, otherwise a new one. */
export const requestIds =
  ({ config, newUuid }: ConfigWorld & UuidWorld) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers[REQUEST_ID];
    const isTrusted = config.behindProxy && typeof given === 'string' && VALID_ID.test(given);
    return isTrusted ? given : newUuid();
  };

/** The trace that the proxy, or a client behind it, started; undefined where there is none. */
function traceIdOf({ headers }: IncomingMessage, { behindProxy }: Config): string | undefined {
  return behindProxy ? TRACE_PARENT.exec(String(headers.traceparent))?.[1] : undefined;
}

/** The logger of a request: each of its lines names request and trace. */
export const requestLogger =
  ({ config }: ConfigWorld): FastifyInstance['childLoggerFactory'] =>
  (logger, bindings, options, request) =>
    logger.child({ ...bindings, traceId: traceIdOf(request, config) }, options);

/** Answers with the id of the request, and runs all of its work in its context. To be called before other hooks are added. */
export function identifyRequests(app: FastifyInstance, config: Config): void {
  const contextOf = ({ id, raw }: FastifyRequest): WorkContext => ({
    reqId: id,
    traceId: traceIdOf(raw, config),
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    inWorkContext(contextOf(request), done);
  });
  // the body arrives with events of the connection, which are outside of the context
  app.addHook('preValidation', (request, _reply, done) => inWorkContext(contextOf(request), done));
}
