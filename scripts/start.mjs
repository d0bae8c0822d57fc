/**
 * `npm start`: installs what is missing, builds what is stale, then runs the server until it is told to stop. In demo
 * mode the designers' Storybook is built beside the running server, at the lowest priority.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { buildWhatIsStale } from './build.mjs';
import { installWhatIsMissing, pinnedNode, root, stepEnvironment } from './install.mjs';

installWhatIsMissing();
buildWhatIsStale();

const server = spawn(pinnedNode(), [join(root, 'server', 'main.ts')], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: stepEnvironment(),
});
let storybook;
server.once('message', ({ demo }) => {
  server.disconnect();
  if (demo) storybook = buildStorybook();
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  storybook?.kill();
  process.exit(code ?? (signal ? 1 : 0));
});

function buildStorybook() {
  const build = spawn(pinnedNode(), [join(root, 'scripts', 'build-storybook.mjs'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: stepEnvironment(),
  });
  build.on('error', (error) => console.error(`Storybook was not built: ${error.message}`));
  if (build.pid) setPriority(build.pid, constants.priority.PRIORITY_LOW);
  return build;
}
