/** Counts requests, and what some of them mean. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importFile } from '../../shared/contract/caseImport.ts';
import type { Call } from '../../shared/contract/call.ts';
import { saveMatrix } from '../../shared/contract/caseMatrix.ts';
import { savePage, savePageRow } from '../../shared/contract/casePages.ts';
import { addRows, setRowStatus } from '../../shared/contract/caseRows.ts';
import type { Metrics, Result } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** status of an answer whose head was sent before the work ended; null: that of the head */
    finalStatus: number | null;
  }
}

const SAVES: readonly Call[] = [savePage, savePageRow, saveMatrix, addRows, setRowStatus];
const IMPORTS: readonly Call[] = [importFile];

/** The addresses without a call: one label for whatever was sent. */
const NO_ROUTE = '(none)';

/** Counts each request when its answer is sent. To be called before the routes are added. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const saves = routesOf(SAVES);
  const imports = routesOf(IMPORTS);
  app.decorateRequest('finalStatus', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? NO_ROUTE;
    const status = request.finalStatus ?? reply.statusCode;
    metrics.countRequest({ method, route, status, seconds: reply.elapsedTime / 1000 });
    const name = routeName(request);
    if (saves.has(name)) metrics.countSave(resultOf(status));
    if (imports.has(name)) metrics.countImport(resultOf(status));
    done();
  });
}

const routesOf = (calls: readonly Call[]) => new Set(calls.map(({ method, path }) => `${method} ${path}`));

const routeName = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`;

const resultOf = (status: number): Result => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');
