/** The server as a program: with the demo or the link of the first administrator, announced on standard output. */
import { newSetUpToken, SAME_START_MS, setUpTokenOfStart } from './areas/auth/setUp.service.ts';
import type { Config } from './config.ts';
import type { CatalogueWorld } from './catalogue/catalogueSource.ts';
import type { LogWorld } from './ports/log.ts';
import { compileStructures } from './page-save/editsStructure.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './seed/seedDemo.ts';
import { startServer } from './startServer.ts';
import type { RunningServer } from './startServer.ts';

/** Pages are opened before they are saved: compiling right after the start would hold up the first of them. */
const COMPILE_AFTER_MS = 5_000;

/** Starts the server. `signal` ends the start at its next step, and while it waits for another process. */
export async function startProgram(config: Config, signal: AbortSignal): Promise<RunningServer> {
  let hasDemo = false;
  const server = await startServer(config, {
    prepare: async (app) => {
      hasDemo = config.demo && (await seedDemo(app.deps));
    },
    hasManagement: true,
    announce: (line) => console.log(line),
    signal,
  });
  announce(config, server.url);
  if (server.url !== null) compileLater(server.app.deps);
  // to `npm start`, which builds beside the running server what only a demo shows
  process.send?.({ demo: config.demo && server.url !== null });
  if (hasDemo) console.log(`Demo accounts: ${DEMO_ACCOUNTS.join(', ')} (password ${DEMO_PASSWORD})`);
  else await announceSetUp(server);
  return server;
}

/** Compiles the checks of saves ahead of the first one; one that comes sooner compiles its page itself. */
function compileLater({ catalogue, log }: CatalogueWorld & LogWorld): void {
  const compile = () =>
    compileStructures(catalogue.whole).catch((err: unknown) =>
      log.error({ err }, 'the checks of saves were not compiled ahead'),
    );
  setTimeout(() => void compile(), COMPILE_AFTER_MS).unref();
}

const announce = ({ role }: Config, url: string | null): void =>
  console.log(
    url ? `Casewright is listening on ${url}` : `Casewright works without listening (ROLE ${role})`,
  );

async function announceSetUp({ app, url }: RunningServer): Promise<void> {
  if (url === null) return;
  // the embedded database belongs to this process alone
  const { token, isOpen } =
    app.deps.config.databaseUrl === null
      ? { token: await newSetUpToken(app.deps), isOpen: false }
      : await setUpTokenOfStart(app.deps);
  if (token)
    console.log(`There is no administrator yet. Make the first one, once, at ${url}/set-up/${token}`);
  else if (isOpen)
    console.log(
      'There is no administrator yet. Another process has just printed the link that makes the first one; ' +
        `a start later than ${SAME_START_MS / 1000} seconds prints a new one`,
    );
}
