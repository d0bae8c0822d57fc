/** The contract that every transport keeps, faults included. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byHandTransport } from '../../server/submissions/transports/byHandTransport.ts';
import { fdaApiTransport } from '../../server/submissions/transports/fda/fdaApiTransport.ts';
import { folderTransport } from '../../server/submissions/transports/folderTransport.ts';
import { sftpTransport } from '../../server/submissions/transports/sftpTransport.ts';
import {
  TransportFailure,
  type IncomingFile,
  type OutgoingFile,
  type Transport,
  type TransportProfile,
  type WaitingBatch,
} from '../../server/submissions/transports/transport.ts';
import { initialValues } from '../../shared/connections/settingFields.ts';
import { transportFields } from '../../shared/submission/transports.ts';
import { FDA_CLIENT, startFdaGateway, type FdaGateway } from './fdaGateway.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';

const TEXT = '<batch>frozen</batch>';
const PROCESSED = 'Disposition: automatic-action/MDN-sent-automatically; processed\n';
const root = mkdtempSync(join(tmpdir(), 'casewright-transports-'));
let sftp: SftpServer;
let fda: FdaGateway;
beforeAll(async () => {
  sftp = await startSftpServer(join(root, 'partner'));
  fda = await startFdaGateway();
});
afterAll(async () => {
  await sftp.close();
  await fda.close();
  rmSync(root, { recursive: true, force: true });
});

let number = 0;
let batch: OutgoingFile;
beforeEach(() => {
  number += 1;
  batch = {
    sponsorKey: 1,
    kind: 'batch',
    number: `B-${number}`,
    fileName: `B-${number}.xml`,
    receiver: 'EMA / test',
    environment: 'test',
    sha256: createHash('sha256').update(TEXT).digest('hex'),
    pretend: null,
    remoteId: null,
    noteRemoteId: (remoteId) => {
      batch.remoteId = remoteId;
      return Promise.resolve();
    },
    read: () => Promise.resolve(Readable.from([TEXT])),
  };
});

const sftpProfile = (more: Partial<TransportProfile> = {}): TransportProfile => ({
  adapter: 'sftp',
  environment: 'test',
  settings: {
    ...initialValues(transportFields('sftp')),
    host: '127.0.0.1',
    port: String(sftp.port),
    userName: SFTP_USER.userName,
    hostKey: sftp.hostKey,
    receiptFolder: 'receipts',
    archiveFolder: 'archive',
  },
  secrets: { password: SFTP_USER.password },
  ...more,
});
const fdaProfile = (more: Record<string, string> = {}): TransportProfile => ({
  adapter: 'fdaApi',
  environment: 'test',
  settings: {
    ...initialValues(transportFields('fdaApi')),
    external: fda.url,
    upload: fda.url,
    clientId: FDA_CLIENT.clientId,
    userEmail: FDA_CLIENT.userEmail,
    ...more,
  },
  secrets: { clientSecret: FDA_CLIENT.clientSecret },
});
/** Begun when the servers of the tests listen. */
const TRANSPORTS: Record<string, () => Transport> = {
  folder: () => folderTransport(root),
  byHand: () => byHandTransport,
  sftp: () => sftpTransport(sftpProfile()),
  fdaApi: () => fdaApiTransport(fdaProfile()),
};
const received = async (
  transport: Transport,
  now = new Date(),
  waiting: WaitingBatch[] = [],
): Promise<IncomingFile[]> => {
  const found: IncomingFile[] = [];
  for await (const file of transport.receive({ sponsorKey: 1, now, waiting })) found.push(file);
  return found;
};

describe.each(Object.entries(TRANSPORTS))('the transport %s', (_, begin) => {
  it('may be staged twice, hands over once, and never says that it did not where it did', async () => {
    const transport = begin();
    await transport.stage(batch);
    await transport.stage(batch);
    const before = await transport.ask(batch);
    expect(['notTaken', 'unknown']).toContain(before.known);
    await transport.send(batch);
    expect((await transport.ask(batch)).known).not.toBe('notTaken');
    await transport.stage(batch);
    expect((await transport.ask(batch)).known).not.toBe('notTaken');
  });

  it('brings nothing where nothing arrived', async () => {
    expect(await received(begin())).toEqual([]);
  });
});

describe('SFTP', () => {
  const at = (...path: string[]) => join(sftp.root, ...path);
  const failureOf = (profile: TransportProfile) => sftpTransport(profile).probe();

  it('has the exact bytes under their last name only once they are whole', async () => {
    const transport = sftpTransport(sftpProfile());
    await transport.stage(batch);
    expect(readdirSync(at('out'))).not.toContain(`${batch.number}.xml`);
    expect(await transport.send(batch)).toBe('handedOver');
    expect(readFileSync(at('out', `${batch.number}.xml`), 'utf8')).toBe(TEXT);
  });

  it('does not know, and asks, where the answer to the hand-over was lost', async () => {
    const transport = sftpTransport(sftpProfile());
    await transport.stage(batch);
    sftp.loseNextAnswer();
    expect(await transport.send(batch)).toBe('unknown');
    expect(await transport.ask(batch)).toEqual({ known: 'taken' });
    // a partner that has taken the file away leaves nothing to see
    rmSync(at('out', `${batch.number}.xml`));
    expect(await transport.ask(batch)).toEqual({ known: 'unknown' });
  });

  it('connects only to the server whose key is pinned, and says which key another one shows', async () => {
    const settings = { ...sftpProfile().settings, hostKey: 'SHA256:another' };
    await expect(failureOf(sftpProfile({ settings }))).rejects.toMatchObject({
      fault: 'settings',
      message: expect.stringContaining(sftp.hostKey),
    });
  });

  it('tells refused sign-ins, missing folders and unreachable servers apart', async () => {
    await expect(failureOf(sftpProfile())).resolves.toBeUndefined();
    await expect(failureOf(sftpProfile({ secrets: { password: 'wrong' } }))).rejects.toMatchObject({
      fault: 'credentials',
    });
    const settings = { ...sftpProfile().settings, outFolder: 'nowhere' };
    await expect(failureOf(sftpProfile({ settings }))).rejects.toMatchObject({ fault: 'settings' });
    await expect(sftpTransport(sftpProfile({ settings })).stage(batch)).rejects.toMatchObject({
      fault: 'settings',
    });
    const closed = { ...sftpProfile().settings, port: '1' };
    await expect(failureOf(sftpProfile({ settings: closed }))).rejects.toMatchObject({ fault: 'passing' });
  });

  it('brings whole answers and receipts, each until it is put away', async () => {
    writeFileSync(at('ack', 'half.xml'), '<ack><part>');
    writeFileSync(at('ack', 'whole.xml'), '<ack></ack>\n');
    writeFileSync(at('receipts', 'B-1.txt'), PROCESSED);
    writeFileSync(at('receipts', 'half.txt'), PROCESSED.trim());
    const transport = sftpTransport(sftpProfile());
    const names = async () => (await received(transport)).map(({ fileName, kind }) => `${kind} ${fileName}`);
    expect(await names()).toEqual(['receipt B-1.txt', 'answer whole.xml']);
    for await (const file of transport.receive({ sponsorKey: 1, now: new Date(), waiting: [] }))
      await file.putAway('read');
    expect(await names()).toEqual([]);
    expect(readdirSync(at('archive'))).toHaveLength(2);
  });
});

describe('the API of the FDA', () => {
  const waitingFor = (seen: string[] = []): WaitingBatch[] => [
    { batchNumber: batch.number, remoteId: batch.remoteId, seen: new Set(seen) },
  ];

  it('submits the exact bytes to the environment of the receiver, with the core id noted before the upload', async () => {
    const transport = fdaApiTransport(fdaProfile());
    const from = fda.steps.length;
    expect(await transport.send(batch)).toBe('handedOver');
    expect(fda.steps.slice(from)).toEqual(['token', 'companies', 'credentials', 'payload', 'file', 'submit']);
    expect(fda.submitted.get(batch.remoteId ?? '')).toEqual({
      sha256: batch.sha256,
      isTest: true,
      text: TEXT,
    });
    await fdaApiTransport({ ...fdaProfile(), environment: 'production' }).send(batch);
    expect(fda.submitted.get(batch.remoteId ?? '')?.isTest).toBe(false);
  });

  it('asks by the core id after a lost answer, and submits nothing twice', async () => {
    const transport = fdaApiTransport(fdaProfile());
    fda.failNext({ step: 'submit', lost: true });
    expect(await transport.send(batch)).toBe('unknown');
    expect(await transport.ask(batch)).toEqual({ known: 'taken' });
    // killed after the credentials: the gateway knows the core id, and has no file
    const killed = { ...batch, remoteId: null as string | null };
    killed.noteRemoteId = (remoteId) => {
      killed.remoteId = remoteId;
      return Promise.reject(new Error('killed'));
    };
    await expect(transport.send(killed)).rejects.toThrow('killed');
    expect(await transport.ask(killed)).toEqual({ known: 'unknown' });
    expect(await transport.ask({ ...batch, remoteId: null })).toEqual({ known: 'notTaken' });
    expect(await transport.ask({ ...batch, remoteId: 'ci999' })).toEqual({ known: 'notTaken' });
  });

  it('renews a token that ended, and gives up with the second refusal', async () => {
    const transport = fdaApiTransport(fdaProfile());
    await transport.probe();
    fda.endTokens();
    expect(await transport.send(batch)).toBe('handedOver');
    const otherHeader = fdaApiTransport(fdaProfile({ tokenHeader: 'authorization' }));
    await expect(otherHeader.send(batch)).rejects.toMatchObject({ fault: 'credentials' });
    const wrong = { ...fdaProfile(), secrets: { clientSecret: 'wrong' } };
    await expect(fdaApiTransport(wrong).send(batch)).rejects.toMatchObject({ fault: 'credentials' });
  });

  it.each([
    [
      { step: 'credentials', status: 429, retryAfter: '120' },
      { fault: 'passing', waitMs: 120_000 },
    ],
    [{ step: 'file', status: 503, text: 'busy' }, { fault: 'passing' }],
    [{ step: 'payload', status: 500 }, { fault: 'settings' }],
    [{ step: 'file', lost: true }, { fault: 'passing' }],
    [{ step: 'submit', status: 400, text: '{"esgngcode":"ESGNG219"}' }, { fault: 'settings' }],
  ] as const)('tells the class of %o', async (fault, expected) => {
    fda.failNext(fault);
    await expect(fdaApiTransport(fdaProfile()).send(batch)).rejects.toMatchObject(expected);
  });

  it('does not know what became of a submission that a broken server took', async () => {
    fda.failNext({ step: 'submit', status: 502 });
    const transport = fdaApiTransport(fdaProfile());
    expect(await transport.send(batch)).toBe('unknown');
    expect(await transport.ask(batch)).toEqual({ known: 'unknown' });
  });

  it('says that a company is not enrolled for premarket reports', async () => {
    const premarket = fdaApiTransport(fdaProfile({ submissionType: 'AERS_PREMKT_CDER' }));
    await expect(premarket.send(batch)).rejects.toMatchObject({
      fault: 'settings',
      message: expect.stringContaining('ESGNG334'),
    });
  });

  it('brings the core id and the three acknowledgements, each once', async () => {
    const transport = fdaApiTransport(fdaProfile());
    await transport.send(batch);
    const coreId = batch.remoteId ?? '';
    fda.acknowledge(coreId, 'ACK2', `MessageId: 1\nCoreId: ${coreId}\n`);
    fda.acknowledge(coreId, 'ACK3', '<ack></ack>');
    const first = await received(transport, new Date(), waitingFor());
    expect(first.map(({ kind }) => kind)).toEqual(['receipt', 'centreReceipt', 'answer']);
    expect(first.every((file) => file.batchNumber === batch.number)).toBe(true);
    const seen = first.map(({ fileName }) => fileName);
    expect(await received(transport, new Date(), waitingFor(seen))).toEqual([]);
  });
});

describe('the folder', () => {
  const transport = folderTransport(root);

  it.each(['..', '.', '../../elsewhere', '.hidden'])(
    'hands over to a receiver %s below its own',
    async (receiver) => {
      await transport.stage({ ...batch, receiver });
      await transport.send({ ...batch, receiver });
      const [found] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith(`${batch.number}.xml`),
      );
      expect(found).toMatch(/^sponsor-1\/out\/[^./][^/]*\/B-\d+\.xml$/);
    },
  );

  const folder = join(root, 'sponsor-1');
  const out = join(folder, 'out', 'EMA___test');
  const put = (where: string, name: string, text: string) => {
    mkdirSync(join(folder, where), { recursive: true });
    writeFileSync(join(folder, where, name), text);
  };

  it('has the exact bytes, beside a side file with what a gateway needs', async () => {
    await transport.stage(batch);
    await transport.send(batch);
    expect(readFileSync(join(out, `${batch.number}.xml`), 'utf8')).toBe(TEXT);
    expect(JSON.parse(readFileSync(join(out, `${batch.number}.json`), 'utf8'))).toMatchObject({
      batchNumber: batch.number,
      receiver: batch.receiver,
      environment: 'test',
      sha256: batch.sha256,
    });
  });

  it('never shows a part of a file to the gateway', async () => {
    const broken = async function* () {
      await Promise.resolve();
      yield '<batch>';
      throw new Error('the disk of the file store broke');
    };
    const failing = { ...batch, read: () => Promise.resolve(Readable.from(broken())) };
    await expect(transport.stage(failing)).rejects.toThrow(TransportFailure);
    expect(readdirSync(out).filter((name) => name === `${batch.number}.xml`)).toEqual([]);
    await transport.stage(batch);
    await transport.send(batch);
    expect(readFileSync(join(out, `${batch.number}.xml`), 'utf8')).toBe(TEXT);
  });

  it('knows that the gateway has taken a file away', async () => {
    await transport.stage(batch);
    await transport.send(batch);
    rmSync(join(out, `${batch.number}.xml`));
    expect(await transport.ask(batch)).toEqual({ known: 'taken' });
  });

  it('says which faults pass by themselves', async () => {
    await expect(transport.send(batch)).rejects.toMatchObject({ fault: 'settings' });
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const failing = { ...batch, read: () => Promise.reject(full) };
    await expect(transport.stage(failing)).rejects.toMatchObject({ fault: 'passing' });
  });

  it('brings whole answers and receipts only, each until it is put away', async () => {
    put('ack/EMA', 'half.xml', '<ack><part>');
    put('ack/EMA', 'whole.xml', '<ack></ack>\n');
    put('ack', 'being-written.xml.part', '<ack></ack>');
    put('receipts', 'B-1.txt', PROCESSED);
    put('receipts', 'empty.txt', '');
    put('receipts', 'half.txt', PROCESSED.replace('\n', ''));
    const names = async (now?: Date) => (await received(transport, now)).map(({ fileName }) => fileName);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    // after a while an incomplete file is taken as it is, so that a user sees it
    const later = new Date(Date.now() + 60_000);
    expect(await names(later)).toEqual(['B-1.txt', 'empty.txt', 'half.txt', 'half.xml', 'whole.xml']);
    for (const file of await received(transport, later))
      await file.putAway(file.fileName === 'half.xml' ? 'unreadable' : 'read');
    expect(await names(later)).toEqual([]);
    expect(readdirSync(join(folder, 'error'))).toEqual(['half.xml']);
  });

  it('puts answers of one name away beside each other', async () => {
    put('ack/EMA', 'ACK.xml', '<ack>EMA</ack>\n');
    put('ack/FDA', 'ACK.xml', '<ack>FDA</ack>\n');
    const now = new Date(Date.now() + 86_400_000);
    for (const file of await received(transport, now)) await file.putAway('read');
    const day = join(folder, 'archive', now.toISOString().slice(0, 10));
    const texts = readdirSync(day).map((name) => readFileSync(join(day, name), 'utf8').trim());
    expect(texts.toSorted()).toEqual(['<ack>EMA</ack>', '<ack>FDA</ack>']);
  });
});
