/** Headers that keep the browser from running or showing anything that is not ours. */
import { createHash } from 'node:crypto';
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

/** Features of the browser that no page uses. Reading and writing the clipboard stays: texts are copied and pasted. */
const NO_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * The two that speak of https are left out, since a plain http installation would break: requests are not upgraded, and
 * strict transport is for the proxy that holds the certificate to say. `postTargets`: origins outside that a form of ours
 * may be sent to.
 */
export async function protect(
  app: FastifyInstance,
  postTargets: () => readonly string[] = () => [],
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...CONTENT, formAction: [() => [...CONTENT.formAction, ...postTargets()].join(' ')] },
    },
    strictTransportSecurity: false,
    // the windows of the help center and the chatbot talk with the one that opened them
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    // says what `frame-ancestors` says, to browsers that do not read it
    xFrameOptions: { action: 'deny' },
  });
  // cases are the user's only: proxies must not cache them. Cacheable answers set their own header
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store').header('permissions-policy', NO_FEATURES);
    done();
  });
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of a page of the built Storybook. It loosens the application's in two places: scripts that stand in the
 * page itself run when they are exactly those of the build, and the page may stand in a frame of our own.
 */
export function policyOfStorybook(page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const directives = {
    ...CONTENT,
    scriptSrc: ["'self'", ...new Set(hashes)],
    frameSrc: ["'self'"],
    frameAncestors: ["'self'"],
  };
  return Object.entries(directives)
    .map(
      ([name, sources]) =>
        `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${sources.join(' ')}`,
    )
    .join(';');
}
