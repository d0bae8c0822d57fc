/** A line to a server that falls silent as one does behind a firewall: nothing comes through, and neither end learns of it. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentLine {
  port: number;
  /** Nothing more comes through the connections that there are. */
  fallSilent: () => void;
  close: () => Promise<void>;
}

export async function startLine(port: number): Promise<SilentLine> {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => {
      for (const end of ends) end.removeAllListeners('close').unpipe().pause();
    },
    close: () =>
      new Promise((closed) => {
        for (const end of ends) end.destroy();
        server.close(() => closed());
      }),
  };
}
