/** The browser end: the built files, and its first page for every address that is a place in the product. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, posix } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callNotFound } from '../problems.ts';
import { answerFailure } from './failures.ts';

/** Addresses of the server's own: what is not found there is no page. */
const OF_THE_SERVER =
  /^\/(1\.\d+|open-api|api|healthz|readyz|openapi\.json|version\.json|assets|storybook)(\/|$)/;
const LOOKS_LIKE_FILE = /\.(js|css|map|json|html|txt|xml|ico|svg|png|jpe?g|webp|woff2?)$/;
/** names that change with their content */
const HASHED = /[\\/]assets[\\/]/;

/** Serves the folder `root`; without it (nothing was built) every address that is no call is not found. */
export async function serveWebsite(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      // the build lays a compressed file beside each
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const keep = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', keep);
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    built && isPage(request) ? reply.sendFile('index.html') : answerFailure(callNotFound(), request, reply),
  );
}

/** Where there is neither a page nor a call. */
const NO_PAGE = '/-';
const NO_CALL = '/api/-';
/** of a name in the file system, in bytes */
const MAX_NAME = 255;

/**
 * What a request is routed by: an address that cannot be read, or names no file for certain, leads where an unknown one does, to
 * the page or the answer that says so in the user's language.
 */
export function routedBy({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '', ...query] = url.split('?');
  const isOfServer = OF_THE_SERVER.test(path);
  if (isReadable(path, isOfServer)) return url;
  return [isOfServer ? NO_CALL : NO_PAGE, ...query].join('?');
}

/** A call may have any text in its address. */
function isReadable(path: string, isOfServer: boolean): boolean {
  if (path.includes('//')) return false;
  try {
    const decoded = decodeURIComponent(path);
    if (isOfServer) return true;
    const isPlain = posix.normalize(decoded) === decoded && !/[\\\0]/.test(decoded);
    return isPlain && decoded.split('/').every((name) => Buffer.byteLength(name) <= MAX_NAME);
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  return ['GET', 'HEAD'].includes(method) && !OF_THE_SERVER.test(path) && !LOOKS_LIKE_FILE.test(path);
}

/** The version of the product, with a mark of what was built: the first page names every file by its content. */
export function versionOf(projectRoot: string): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const page = join(projectRoot, 'dist', 'index.html');
  if (!existsSync(page)) return version;
  return `${version}+${createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12)}`;
}
