/** Opens the installation that the settings name, for a command of an operator. */
import type { Config } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';

/**
 * Works with what a server has, and closes it. Answers the exit code. `jobs`: whether background jobs run meanwhile.
 */
export async function onInstallation(
  config: Config,
  { jobs }: { jobs: boolean },
  work: (deps: Deps) => Promise<number>,
): Promise<number> {
  // not for a wrong call: its modules take most of a second
  const { startServer } = await import('../server/startServer.ts');
  const server = await startServer(config, { jobs });
  try {
    return await work(server.app.deps);
  } finally {
    await server.close();
  }
}
