/** The pages under measurement as a browser gets them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { servePage, type Site } from '../../scripts/servePage.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const project = fileURLToPath(new URL('../../', import.meta.url));
const outDir = `${project}.cache/bench/editor`;

/** The page of this folder. */
export const serveBenchPage = (): Promise<Site> => servePage({ root: here, outDir });

export interface FirstLoad {
  bytes: number;
  files: number;
  builtAt: Date;
}

/** Compressed size of the scripts the built application asks for before the login: entry, page of the login, static imports. */
export async function firstLoad(): Promise<FirstLoad> {
  const dist = `${project}dist`;
  if (!existsSync(`${dist}/index.html`)) await build({ root: project, logLevel: 'error' });
  const html = readFileSync(`${dist}/index.html`, 'utf8');
  const files = new Set(
    [...html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="\/([^"]+\.js)"/g)].flatMap(
      ([, path]) => path ?? [],
    ),
  );
  // the page itself is loaded by its route
  for (const name of readdirSync(`${dist}/assets`))
    if (/^LoginPage-.*\.js$/.test(name)) files.add(`assets/${name}`);
  for (const file of files) for (const imported of staticImports(dist, file)) files.add(imported);
  const sizes = [...files].map((file) => gzipSync(readFileSync(`${dist}/${file}`)).length);
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    files: files.size,
    builtAt: statSync(`${dist}/index.html`).mtime,
  };
}

/** Vite writes chunks beside each other and imports them by `from"./name.js"` or `import"./name.js"`. */
function staticImports(dist: string, file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const text = readFileSync(`${dist}/${file}`, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => folder + name);
}
