/** Builds the browser end into dist/ when something it is made of is newer than the last build; as a program, too. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pinnedNode, root, stepEnvironment } from './install.mjs';

const MADE_OF = [
  'src',
  'shared',
  'machines',
  'schemas',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
];
// follows from the rest
const GENERATED = 'generated';
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
/** Within 5 % of the highest quality, in a tenth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path)
    .filter((name) => name !== GENERATED)
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), found.mtimeMs);
}

/** Is something of the project newer than the stamp that a build laid last? */
export function isStale(stamp, madeOf) {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  return madeOf.some((name) => newest(join(root, name)) > built);
}

/** Exits the process with the builder's status when the build fails. */
export function buildWhatIsStale() {
  if (!isStale(stamp, MADE_OF)) return;
  console.error('Building the browser end …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: stepEnvironment(),
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  compressFiles(dist);
  writeFileSync(stamp, '');
}

/** Lays a compressed file beside each, which the server sends as it is: .br, and .gz where there is no TLS. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
    writeFileSync(`${path}.gz`, gzipSync(bytes));
  }
}

if (process.argv[1] === import.meta.filename) buildWhatIsStale();
