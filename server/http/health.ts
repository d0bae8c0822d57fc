/** What machines ask the server about itself. */
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openApi.ts';

/** Seconds until a process that is not ready may be. */
const RETRY_S = 2;

/**
 * `/healthz`: does the process run; `/readyz`: may it be sent requests, which it may not without its database;
 * `/version.json`: which build; `/openapi.json`: which calls. Probes that restart a process read the first, proxies and
 * browsers the second.
 */
export function answerAboutItself(app: FastifyInstance, version: string): void {
  app.get('/healthz', () => succeeded({ status: 'ok', version }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await app.deps.readiness.check();
    if (reason === null) return succeeded({ status: 'ready', version });
    reply.code(503).header('retry-after', RETRY_S);
    return { success: false, data: null, errMsg: reason, errCode: 'NOT_READY' };
  });
  app.get('/version.json', () => ({ version }));
  let document: object | undefined;
  app.get('/openapi.json', () => (document ??= openApiDocument(version)));
}

const succeeded = (data: object) => ({ success: true, data, errMsg: null, errCode: null });
