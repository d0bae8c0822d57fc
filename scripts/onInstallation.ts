/** Opens the installation that the settings name, for a command of an operator. */
import type { Config } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import type { RunJobs } from '../server/jobs/startJobs.ts';

/**
 * Works with what a server has, and closes it. Answers the exit code. `jobs`: which background jobs run meanwhile; the settings of a
 * command, such as the hosts that may be reached, are not always those of the processes that run all of them. `isCommand`: nothing
 * is stored but what the work stores. `signal`
 * ends the start.
 */
export async function onInstallation(
  config: Config,
  { jobs, isCommand = true, signal }: { jobs: RunJobs | null; isCommand?: boolean; signal: AbortSignal },
  work: (deps: Deps) => Promise<number>,
): Promise<number> {
  // not for a wrong call: its modules take most of a second
  const { startServer } = await import('../server/startServer.ts');
  const server = await startServer(config, { jobs, isCommand, signal });
  try {
    return await work(server.app.deps);
  } finally {
    await server.close();
  }
}
