/** The browser end: the built files, and its first page for every address that is a place in the product. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
