/** Listening on an address that an operator set. */
import type { AddressInfo, Server } from 'node:net';
import { SetupProblem } from './settings.ts';

export interface ListenAddress {
  host: string;
  /** 0 takes a free port */
  port: number;
  /** the variables that set them, for messages */
  variables: { host: string; port: string };
}

/** Listens with `begin`. Resolves to the URL; throws a `SetupProblem` where the address cannot be used. */
export async function listenOn(
  server: Server,
  { host, port, variables }: ListenAddress,
  begin: (address: { host: string; port: number }) => Promise<unknown>,
): Promise<string> {
  const shown = host.includes(':') ? `[${host}]` : host;
  try {
    await begin({ host, port });
  } catch (cause) {
    const why = problems(variables)[(cause as NodeJS.ErrnoException).code ?? ''];
    if (!why) throw cause;
    throw new SetupProblem(`${shown}:${port} ${why}`, { cause });
  }
  return `http://${shown}:${(server.address() as AddressInfo).port}`;
}

const problems = ({ host, port }: ListenAddress['variables']): Record<string, string> => ({
  EADDRINUSE: `is taken by another program; stop it or set another ${port}`,
  EACCES: `may not be used by this account; set a ${port} from 1024 on`,
  EADDRNOTAVAIL: `does not belong to this machine; set another ${host}`,
  ENOTFOUND: `is not the name of a machine; set another ${host}`,
});
