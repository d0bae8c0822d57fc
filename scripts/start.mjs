/** `npm start`: installs what is missing, builds what is stale, then runs the server until it is told to stop. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhatIsStale } from './build.mjs';
import { installWhatIsMissing, pinnedNode, root, stepEnvironment } from './install.mjs';

installWhatIsMissing();
buildWhatIsStale();

const server = spawn(pinnedNode(), [join(root, 'server', 'main.ts')], {
  stdio: 'inherit',
  env: stepEnvironment(),
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
