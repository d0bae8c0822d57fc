/**
 * Builds the designers' Storybook into dist-storybook/, which the server shows at /storybook in demo mode:
 * `node scripts/build-storybook.mjs [--if-stale]`. Until it is complete the server says that it is being built.
 */
import { spawn } from 'node:child_process';
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { pinnedNode, root, stepEnvironment } from './install.mjs';

const MADE_OF = [
  '.storybook',
  'stories',
  'src',
  'shared',
  'machines',
  'schemas',
  'package-lock.json',
  'public',
];
const place = join(root, 'dist-storybook');
const stamp = join(place, '.built');
// on the same disk, so that one step puts it in its place; an own one for each process
const under = join(root, '.cache', `storybook-${process.pid}`);

if (process.argv.includes('--if-stale') && !isStale(stamp, MADE_OF)) process.exit(0);
rmSync(stamp, { force: true });
const began = Date.now();
const storybook = join(root, 'node_modules', 'storybook', 'dist', 'bin', 'dispatcher.js');
const builder = spawn(pinnedNode(), [storybook, 'build', '--output-dir', under, '--quiet'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: stepEnvironment({ STORYBOOK_DISABLE_TELEMETRY: '1' }),
});
let said = '';
for (const stream of [builder.stdout, builder.stderr]) stream.on('data', (piece) => (said += piece));
let stopped = false;
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    stopped = true;
    builder.kill(signal);
  });
builder.on('close', (code) => {
  if (code === 0) putInPlace();
  else if (!stopped) console.error(`Storybook could not be built:\n${said}`);
  rmSync(under, { recursive: true, force: true });
  process.exit(code === 0 ? 0 : 1);
});

/** The stamp is as old as the beginning, so that what was edited meanwhile counts as newer. */
function putInPlace() {
  writeFileSync(join(under, '.built'), '');
  utimesSync(join(under, '.built'), began / 1000, began / 1000);
  rmSync(place, { recursive: true, force: true });
  renameSync(under, place);
  console.log(`Built Storybook in ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
