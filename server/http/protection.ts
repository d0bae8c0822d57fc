/** Headers that keep the browser from running or showing anything that is not ours. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Nothing inline but styles (the component library sets positions), nothing from elsewhere, no eval. */
const CONTENT = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/**
 * The two that speak of https are left out, since a plain http installation would break: requests are not upgraded, and
 * strict transport is for the proxy that holds the certificate to say.
 */
export async function protect(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  // cases are nobody's but the user's: no cache on the way keeps them. What may be kept says so itself
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
