/** The designers' Storybook: the built files below /storybook, in demo mode only. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { policyOfStorybook } from './protection.ts';
import beingBuilt from './storybook.json' with { type: 'json' };

const AT = '/storybook';
/** laid by the build when it is complete, taken away when it begins */
const STAMP = '.built';
/** the sidebar, and the frame in which a story runs */
const PAGES = { '/': 'index.html', '/index.html': 'index.html', '/iframe.html': 'iframe.html' };
const REFRESH_S = 4;

/** Serves the folder `root`, which the build may lay at any time. Nothing here is known outside demo mode. */
export async function serveStorybook(app: FastifyInstance, root: string): Promise<void> {
  app.get(AT, (_request, reply) => reply.redirect(`${AT}/`));
  for (const [path, file] of Object.entries(PAGES))
    app.get(`${AT}${path}`, (_request, reply) => answerPage(reply, root, file));
  await app.register(fastifyStatic, {
    root,
    // it may not be built yet
    suppressWarning: true,
    prefix: `${AT}/`,
    decorateReply: false,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
}

async function answerPage(reply: FastifyReply, root: string, file: string): Promise<string> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  if (!existsSync(join(root, STAMP))) return pageBeingBuilt();
  const page = await readFile(join(root, file), 'utf8');
  // the sidebar shows the stories in a frame
  reply.header('content-security-policy', policyOfStorybook(page)).header('x-frame-options', 'SAMEORIGIN');
  return page;
}

/** In all four languages, since there is no user yet. */
function pageBeingBuilt(): string {
  const words = Object.entries(beingBuilt).map(([language, text]) => `<p lang="${language}">${text}</p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Storybook</title>',
    `<meta http-equiv="refresh" content="${REFRESH_S}">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:4rem auto;padding:0 1rem}</style>',
    `</head><body><main><h1>Storybook</h1>${words.join('')}</main></body></html>`,
  ].join('');
}
