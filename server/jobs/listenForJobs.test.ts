import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenForJobs } from './listenForJobs.ts';

it('stops while a database takes the connection and does not answer', async () => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const warnings: object[] = [];
  const stop = listenForJobs(
    `postgres://someone@127.0.0.1:${port}/casewright`,
    { wake: () => {}, beat: () => {} },
    { warn: (details) => void warnings.push(details) },
  );
  const [connection] = (await once(silent, 'connection')) as [Socket];
  connection.on('error', () => {}).resume();
  await stop();
  expect(warnings).toEqual([]);
});
