/**
 * What every entry point does first, in plain JavaScript for any Node >= 18: install what the lock file names, and tell
 * where the pinned Node 24 lies. All later steps run on that one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.casewright-installed');
const windows = process.platform === 'win32';

/** The Node 24 of `node_modules`, or the running one where it is new enough to run TypeScript. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Error('Node 24 is missing in node_modules: run "npm ci" and look at its messages');
}

/** Installs when the lock file is not the one installed last. */
export function installWhatIsMissing() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  });
  if (done.status !== 0) {
    console.error('npm ci failed; see its messages above');
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

/** The environment of a step: the pinned Node first on the path, and a place for the code it has compiled. */
export function stepEnvironment(extra = {}) {
  const path = [dirname(pinnedNode()), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    windows ? ';' : ':',
  );
  const compiled = join(root, 'node_modules', '.cache', 'compiled');
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, NODE_OPTIONS: '', ...extra };
}
