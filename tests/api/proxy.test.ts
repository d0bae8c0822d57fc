/** The proxy of `compose.yaml` in front of two API processes. Skipped where HAProxy or OpenSSL is not installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as secureRequest } from 'node:https';
import { request as plainRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_ID } from '../../shared/contract/call.ts';
import { addCase, importFile, savePage, signIn } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { demoDatabase } from '../demoData.ts';
import { testDataDir } from '../testDataDir.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { logLines } from './logLines.ts';
import { addressOf, endProgram, managementOf, runCommand, runProgram, type Program } from './program.ts';

const isInstalled = [['haproxy', '-v'] as const, ['openssl', 'version'] as const].every(
  ([command, argument]) => spawnSync(command, [argument]).status === 0,
);
const CONFIGURATION = join(import.meta.dirname, '..', '..', 'deploy', 'compose', 'haproxy.cfg');
/** longer than the proxy takes to notice */
const DRAIN_SECONDS = 4;
/** connections at a time, by the configuration */
const OF_ADDRESS = 1024;
const LARGE_BYTES = 40 * 2 ** 20;

describe.skipIf(!isInstalled)('behind the proxy', () => {
  const undo: (() => unknown)[] = [];
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const processes: Program[] = [];
  let plain: string;
  let secure: string;
  let token: string;

  beforeAll(async () => {
    const data = await demoDatabase();
    undo.push(() => data.remove());
    const env = {
      ...data.env,
      DATA_DIR: data.dir,
      ROLE: 'api',
      LOG_LEVEL: 'info',
      MANAGEMENT_PORT: '0',
      CASEWRIGHT_BEHIND_PROXY: '1',
      CASEWRIGHT_DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    for (const _ of [1, 2]) {
      const program = runProgram(env);
      processes.push(program);
      undo.push(() => endProgram(program));
    }
    const ports = await freePorts(2);
    [plain = '', secure = ''] = [`http://127.0.0.1:${ports[0]}`, `https://127.0.0.1:${ports[1]}`];
    const file = configured(await Promise.all(processes.map(addressOf)), ports, undo);
    const proxy = runCommand('haproxy', ['-db', '-f', file], {});
    undo.push(() => endProgram(proxy));
    await eventually(async () => expect((await send('/readyz')).status).toBe(200));
    const body = { userId: 'case.editor', password: DEMO_PASSWORD };
    token = (await call(signIn.path, body)).data.token as string;
  });
  afterAll(async () => {
    agent.destroy();
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  });

  interface Answer {
    status: number;
    headers: IncomingHttpHeaders;
    text: string;
  }

  const send = (path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      secureRequest(secure + path, { agent, ...options }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      })
        .on('error', reject)
        .end(body);
    });

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const call = async (path: string, body: object) => {
    const { status, text } = await send(path, { method: 'POST', headers: headers() }, JSON.stringify(body));
    return { status, ...(JSON.parse(text) as { data: Record<string, unknown> }) };
  };

  it('a client is led to TLS, and stays there', async () => {
    const { status, headers: given } = await new Promise<Answer>((resolve, reject) => {
      plainRequest(`${plain}/login?a=1`, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
      })
        .on('error', reject)
        .end();
    });
    expect([status, given.location]).toEqual([308, `${plain.replace('http:', 'https:')}/login?a=1`]);
    expect((await send('/version.json')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('a client chooses neither its address nor the id of its request', async () => {
    const chosen = { 'x-forwarded-for': '203.0.113.7', [REQUEST_ID]: 'chosen' };
    const answer = await send('/version.json', { headers: chosen });
    const id = String(answer.headers[REQUEST_ID]);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await eventually(() => {
      const lines = processes.flatMap(logLines).filter(({ reqId }) => reqId === id);
      expect(JSON.stringify(lines)).toContain('"ip":"127.0.0.1"');
    });
    expect(processes.map((program) => program.stderr()).join()).not.toMatch(/203\.0\.113\.7|"chosen"/);
  });

  it('an address has a quarter of the connections', async () => {
    // they say nothing, as those of one who holds all that there are
    const open = Array.from({ length: OF_ADDRESS + 20 }, () => connect(Number(new URL(secure).port)));
    let refused = 0;
    for (const socket of open) socket.on('error', () => {}).once('close', () => (refused += 1));
    // those of the tests before are kept
    await eventually(() => expect(refused).toBeGreaterThanOrEqual(20));
    expect(refused).toBeLessThan(40);
    for (const socket of open) socket.destroy();
    await eventually(async () => expect((await send('/readyz')).status).toBe(200));
  });

  it('a large file reaches the process that reads it', async () => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\n';
    const form = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(LARGE_BYTES, ' '),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const { status, text } = await send(
      importFile.path.replace(':sponsorKey', '1'),
      {
        method: 'POST',
        headers: {
          ...headers(),
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': form.length,
        },
      },
      form,
    );
    // received whole, and refused for what it is, not for its size
    expect([status < 500, text]).toEqual([true, expect.stringContaining('"errCode"')]);
    expect(status).not.toBe(413);
  });

  it('no request fails while a process stops', async () => {
    const { caseKey } = (await call(addCase.path, {})).data;
    const path = savePage.path.replace(':caseKey', String(caseKey)).replace(':page', 'DM');
    const answers: number[] = [];
    const stopping = processes[0] ?? expect.fail('there is no process');
    let isOver = false;
    const reader = async () => {
      while (!isOver) answers.push(await statusOf(send('/version.json')));
    };
    const editor = async () => {
      for (let number = 1; !isOver; number += 1) {
        const changes = [itemValue('D.1', [], `text ${number}`)];
        answers.push(await statusOf(call(path, { reason: 'New Data', retrievedAt: LATER, changes })));
      }
    };
    const users = [reader(), reader(), editor()];
    const management = await managementOf(stopping);
    stopping.process.kill('SIGTERM');
    await eventually(async () => expect((await fetch(`${management}/readyz`)).status).toBe(503));
    expect(await stopping.ended).toBe(0);
    const count = answers.length;
    await eventually(() => expect(answers.length).toBeGreaterThan(count + 10));
    isOver = true;
    await Promise.all(users);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    process.stdout.write(`${answers.length} requests while a process stopped, none failed\n`);
  });
});

/** 0: the connection ended before the answer. */
const statusOf = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );

/** The configuration as it is, but for the addresses of this machine. */
function configured(
  processes: readonly string[],
  [plain, secure]: readonly number[],
  undo: (() => unknown)[],
): string {
  const dir = testDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  const pem = join(dir, 'certificate.pem');
  const key = join(dir, 'key.pem');
  const options = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ');
  const made = spawnSync('openssl', ['req', ...options, '-keyout', key, '-out', pem], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(key, 'utf8'));
  const servers = processes.map((url, at) => `    server api${at} ${new URL(url).host}`).join('\n');
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${plain}`)
    .replace('bind :8443', `bind 127.0.0.1:${secure}`)
    .replace('/run/secrets/certificate.pem', pem)
    .replace(' resolvers docker resolve-prefer ipv4 init-addr none', '')
    .replace(/^ +server-template .*$/m, servers);
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, text);
  return file;
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    probes.map(async (probe) => {
      await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
      return (probe.address() as AddressInfo).port;
    }),
  );
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))));
  return ports;
}
