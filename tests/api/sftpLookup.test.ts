/** Where the connection to an SFTP server leads: a name may have another address when it is asked for again. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sftpTransport } from '../../server/submissions/transports/sftpTransport.ts';
import type { TransportProfile } from '../../server/submissions/transports/transport.ts';
import { initialValues } from '../../shared/connections/settingFields.ts';
import { transportFields } from '../../shared/submission/transports.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';

const HOST = 'sftp.partner.example';
const root = mkdtempSync(join(tmpdir(), 'casewright-lookup-'));
let server: SftpServer;
beforeAll(async () => {
  server = await startSftpServer(root);
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const profile = (): TransportProfile => ({
  adapter: 'sftp',
  environment: 'test',
  settings: {
    ...initialValues(transportFields('sftp')),
    host: HOST,
    port: String(server.port),
    userName: SFTP_USER.userName,
    hostKey: server.hostKey,
  },
  secrets: { password: SFTP_USER.password },
});

it('is the address that was checked, whatever else the name leads to', async () => {
  const lookups: string[] = [];
  const checked: LookupFunction = (host, { all }, done) => {
    lookups.push(host);
    if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  await expect(sftpTransport(profile(), checked).probe()).resolves.toBeUndefined();
  expect(lookups).toEqual([HOST]);
});

it('is none that is refused', async () => {
  const refused: LookupFunction = (host, _, done) => done(new Error(`${host} is not reached`), '', 0);
  await expect(sftpTransport(profile(), refused).probe()).rejects.toMatchObject({
    fault: 'passing',
    message: expect.stringContaining(`${HOST} is not reached`),
  });
});
