/** One id for each request: in its answer, in the log, in the audit trail and in the jobs that it enqueues. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID } from '../../shared/contract/call.ts';
import type { Config, ConfigWorld } from '../config.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { readTraceParent, traceParentOf } from '../tracing/traceParent.ts';
import type { RequestSpans } from '../tracing/traceRequests.ts';
import { inWorkContext, type WorkContext } from '../workContext.ts';
import { senderOf } from './bodyQuotas.ts';

/** Ids as proxies make them; anything else could forge lines of a log that is read as text. */
const VALID_ID = /^[\w.:-]{1,100}$/;

/** Makes the ids of requests: that of the proxy, if there is one and the id is valid, otherwise a new one. */
export const requestIds =
  ({ config, newUuid }: ConfigWorld & UuidWorld) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers[REQUEST_ID];
    const isTrusted = config.behindProxy && typeof given === 'string' && VALID_ID.test(given);
    return isTrusted ? given : newUuid();
  };

/** The trace of the request: of its span or, without spans, the one that the proxy names. */
const traceIdOf = (request: IncomingMessage, spans: RequestSpans, config: Config): string | undefined =>
  spans.of(request)?.traceId ?? readTraceParent(traceParentOf(request, config))?.traceId;

/** The logger of a request: each of its lines names request and trace. */
export const requestLogger =
  (config: Config, spans: RequestSpans): FastifyInstance['childLoggerFactory'] =>
  (logger, bindings, options, request) =>
    logger.child({ ...bindings, traceId: traceIdOf(request, spans, config) }, options);

/** Answers with the id of the request, and runs all of its work in its context. To be called before other hooks are added. */
export function identifyRequests(app: FastifyInstance, config: Config, spans: RequestSpans): void {
  const contextOf = ({ id, raw, user, headers, ip }: FastifyRequest): WorkContext => ({
    reqId: id,
    // before the session is known: its token
    sender: (user ? undefined : headers.authorization) ?? senderOf({ user, ip }),
    traceId: traceIdOf(raw, spans, config),
    span: spans.of(raw),
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    inWorkContext(contextOf(request), done);
  });
  // the body arrives with events of the connection, which are outside of the context
  app.addHook('preValidation', (request, _reply, done) => inWorkContext(contextOf(request), done));
}
