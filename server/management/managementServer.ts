/**
 * What machines read about a process, on a port of its own that no proxy forwards: `/healthz` (it runs), `/readyz` (it may be
 * sent requests) and `/metrics`. It is open from the beginning of the start to the end of the stop, in every role.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { hashOf } from '../http/session.ts';
import { listenOn } from '../listen.ts';
import type { MetricsWorld } from '../metrics/metrics.ts';
import type { ReadinessWorld } from '../readiness.ts';
import type { ManagementSettings } from './managementSettings.ts';

const VARIABLES = { host: 'MANAGEMENT_HOST', port: 'MANAGEMENT_PORT' };
const JSON_TYPE = 'application/json; charset=utf-8';

interface Answer {
  status: number;
  type: string;
  body: string;
}

export interface ManagementServer {
  url: string;
  close: () => Promise<void>;
}

/** Listens. Throws a `SetupProblem` where the address cannot be used. */
export async function startManagement(
  settings: ManagementSettings,
  world: ReadinessWorld & MetricsWorld,
): Promise<ManagementServer> {
  const server = createServer(answerWith((request) => answerTo(request, settings, world)));
  const url = await listenOn(
    server,
    { ...settings, variables: VARIABLES },
    (address) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(address, resolve);
      }),
  );
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}

const answerWith =
  (answerOf: (request: IncomingMessage) => Promise<Answer>): RequestListener =>
  (request, response) => {
    void answerOf(request)
      .catch((error: unknown) => json(500, { status: 'failed', reason: String(error) }))
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(request.method === 'HEAD' ? undefined : body);
      });
  };

async function answerTo(
  { method = '', url = '', headers }: IncomingMessage,
  { metricsToken }: ManagementSettings,
  { readiness, metrics }: ReadinessWorld & MetricsWorld,
): Promise<Answer> {
  if (!['GET', 'HEAD'].includes(method)) return json(405, { status: 'only GET and HEAD' });
  switch (url.split('?')[0]) {
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const reason = await readiness.check();
      return reason === null ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reason });
    }
    case '/metrics':
      if (!isAdmitted(headers.authorization, metricsToken))
        return json(401, { status: 'METRICS_TOKEN is needed' });
      return { status: 200, type: metrics.contentType, body: await metrics.read() };
    default:
      return json(404, { status: 'not found' });
  }
}

/** Hashes are of one length, and the time to compare them tells nothing of the token. */
const isAdmitted = (authorization: string | undefined, token: string | null): boolean =>
  token === null || timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Bearer ${token}`));

const json = (status: number, body: object): Answer => ({
  status,
  type: JSON_TYPE,
  body: `${JSON.stringify(body)}\n`,
});
