/** The contract that every transport keeps, faults included. */
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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
import { startLine } from './silentLine.ts';

const TEXT = '<batch>frozen</batch>';
const PROCESSED = 'Disposition: automatic-action/MDN-sent-automatically; processed\n';
const TOO_MANY_BYTES = 16 * 1024 * 1024 + 1;
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

/** The names of what comes until the receiving ends, where something is done after the first, and why it ended. */
async function receivedAfter(
  transport: Transport,
  onFirst: () => void,
  waiting: WaitingBatch[] = [],
): Promise<{ names: string[]; failure: unknown }> {
  const names: string[] = [];
  try {
    for await (const { fileName } of transport.receive({ sponsorKey: 1, now: new Date(), waiting })) {
      if (names.length === 0) onFirst();
      names.push(fileName);
    }
  } catch (error) {
    return { names, failure: error };
  }
  return { names, failure: null };
}

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

  it('after a restore concludes nothing from what is not stored any more', async () => {
    const fileName = `${randomUUID()}.xml`;
    const before = { ...batch, fileName, remoteId: null };
    expect(await begin().ask(before, { isRestored: true })).toEqual({ known: 'unknown' });
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

  it('takes no part of a file that is being written where its clock is slow', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    writeFileSync(at('ack', 'half.xml'), '<ack><part>');
    const names = async () => (await received(sftpTransport(sftpProfile()))).map(({ fileName }) => fileName);
    utimesSync(at('ack', 'half.xml'), minutesAgo(10), minutesAgo(10));
    expect(await names()).toEqual([]);
    utimesSync(at('ack', 'half.xml'), minutesAgo(60), minutesAgo(60));
    expect(await names()).toEqual(['half.xml']);
    rmSync(at('ack', 'half.xml'));
  });

  it('reads no answer that is too large, however small its server says it is', async () => {
    writeFileSync(at('ack', 'grown.xml'), ' '.repeat(TOO_MANY_BYTES));
    utimesSync(at('ack', 'grown.xml'), 0, 0);
    sftp.understate('grown.xml');
    const [file] = await received(sftpTransport(sftpProfile()));
    rmSync(at('ack', 'grown.xml'));
    expect(file?.bytes.length).toBeLessThan(1000);
    expect(file?.refused).toMatch(/too many for an answer/);
  });

  it('that falls silent is left, whatever is under way', async () => {
    const line = await startLine(sftp.port);
    const settings = { ...sftpProfile().settings, port: String(line.port) };
    const transport = sftpTransport(sftpProfile({ settings }), undefined, 300);
    const names = ['1.xml', '2.xml'];
    for (const name of names) writeFileSync(at('ack', name), '<ack></ack>');
    const found = await receivedAfter(transport, line.fallSilent);
    for (const name of names) rmSync(at('ack', name));
    expect(found).toMatchObject({ names: ['1.xml'], failure: { fault: 'passing' } });
    const read = () => {
      line.fallSilent();
      return batch.read();
    };
    await expect(transport.stage({ ...batch, read })).rejects.toMatchObject({ fault: 'passing' });
    await line.close();
  });

  it('brings whole answers and receipts, each until it is put away', async () => {
    writeFileSync(at('ack', 'half.xml'), '<ack><part>');
    writeFileSync(at('ack', 'half-way.xml'), '<ack><part></part>\n');
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
    for (const name of ['half.xml', 'half-way.xml']) rmSync(at('ack', name));
    rmSync(at('receipts', 'half.txt'));
  });
});

describe.each([
  ['SFTP', () => sftpTransport(sftpProfile()), () => sftp.root],
  ['the folder', () => folderTransport(root), () => join(root, 'sponsor-1')],
])('%s', (_, begin, at) => {
  it('brings the files after one that cannot be read, and says why at the end', async () => {
    const names = ['1.xml', '2.xml', '3.xml'];
    mkdirSync(join(at(), 'ack'), { recursive: true });
    for (const name of names) writeFileSync(join(at(), 'ack', name), '<ack></ack>');
    const found = await receivedAfter(begin(), () => rmSync(join(at(), 'ack', '2.xml')));
    expect(found.names).toEqual(['1.xml', '3.xml']);
    expect(found.failure).toBeInstanceOf(Error);
    for (const name of names) rmSync(join(at(), 'ack', name), { force: true });
  });
});

it('an SFTP server without a folder of receipts still brings the answers', async () => {
  writeFileSync(join(sftp.root, 'ack', '1.xml'), '<ack></ack>');
  const settings = { ...sftpProfile().settings, receiptFolder: 'nowhere' };
  const { names, failure } = await receivedAfter(sftpTransport(sftpProfile({ settings })), () => {});
  expect(names).toEqual(['1.xml']);
  expect(failure).toMatchObject({ fault: 'settings' });
  rmSync(join(sftp.root, 'ack', '1.xml'));
});

describe('the API of the FDA', () => {
  const waitingFor = (seen: string[] = []): WaitingBatch[] => [
    { batchNumber: batch.number, remoteId: batch.remoteId, seen: new Set(seen) },
  ];
  /** This many batches, each submitted. */
  async function submitted(count: number): Promise<WaitingBatch[]> {
    const waiting: WaitingBatch[] = [];
    for (let index = 0; index < count; index += 1) {
      await fdaApiTransport(fdaProfile()).send(batch);
      waiting.push(...waitingFor());
    }
    return waiting;
  }

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

  it('after a restore may have given another core id than the one that is stored', async () => {
    const transport = fdaApiTransport(fdaProfile());
    const after = { isRestored: true };
    expect(await transport.ask({ ...batch, remoteId: 'ci999' }, after)).toEqual({ known: 'unknown' });
    await transport.send(batch);
    expect(await transport.ask(batch, after)).toEqual({ known: 'taken' });
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
    [{ step: 'file', lost: true, within: true }, { fault: 'passing' }],
    [{ step: 'credentials', doneBut: '<html>' }, { fault: 'settings' }],
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

  it.each([
    ['that breaks', { lost: true, within: true }],
    ['that is none of the gateway', { doneBut: '<html>Welcome</html>' }],
    ['that is too large', { doneBut: JSON.stringify(' '.repeat(TOO_MANY_BYTES)) }],
  ] as const)('does not know what became of a submission with an answer %s', async (_, fault) => {
    fda.failNext({ step: 'submit', ...fault });
    const transport = fdaApiTransport(fdaProfile());
    expect(await transport.send(batch)).toBe('unknown');
    expect(await transport.ask(batch)).toEqual({ known: 'taken' });
  });

  it('reads no answer that is too large: of an acknowledgement it brings a line, once', async () => {
    const transport = fdaApiTransport(fdaProfile());
    await transport.send(batch);
    fda.acknowledge(batch.remoteId ?? '', 'ACK3', `<ack>${' '.repeat(TOO_MANY_BYTES)}</ack>`);
    const files = await received(transport, new Date(), waitingFor());
    const refused = 'more than 16777216 bytes are too many for an answer';
    expect(files).toMatchObject([{ kind: 'receipt' }, { kind: 'answer', refused }]);
    expect(Buffer.from(files[1]?.bytes ?? []).toString()).toBe(`${files[1]?.fileName}: ${refused}\n`);
    fda.failNext({ step: 'submission', doneBut: JSON.stringify(' '.repeat(TOO_MANY_BYTES)) });
    await expect(transport.ask(batch)).rejects.toMatchObject({ fault: 'settings' });
    fda.failNext({ step: 'submission', status: 503, text: ' '.repeat(TOO_MANY_BYTES) });
    await expect(transport.ask(batch)).rejects.toMatchObject({ fault: 'passing' });
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

  it.each([
    [{ status: 500 }, 2],
    [{ status: 502, text: 'bad gateway' }, 2],
    [{ status: 503, text: 'busy', retryAfter: '60' }, 0],
    [{ status: 403 }, 0],
    [{ lost: true }, 0],
  ] as const)(
    'brings what it has of the other batches where it fails by %o for one: of %i',
    async (fault, count) => {
      const waiting = await submitted(3);
      fda.failNext({ step: 'submission', ...fault });
      const { names, failure } = await receivedAfter(fdaApiTransport(fdaProfile()), () => {}, waiting);
      expect(names).toEqual(waiting.slice(3 - count).map(({ remoteId }) => `${remoteId}.txt`));
      expect(failure).toBeInstanceOf(TransportFailure);
    },
  );

  it('brings the acknowledgements of a batch after one that it cannot read', async () => {
    const [one] = await submitted(1);
    const coreId = one?.remoteId ?? '';
    for (const type of ['ACK2', 'ACK3']) fda.acknowledge(coreId, type, '<ack></ack>');
    const { names, failure } = await receivedAfter(
      fdaApiTransport(fdaProfile()),
      () => fda.failNext({ step: 'submission', status: 500 }),
      one && [one],
    );
    expect(names).toEqual([`${coreId}.txt`, expect.stringMatching(/\.xml$/)]);
    expect(failure).toBeInstanceOf(TransportFailure);
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
  const out = join(folder, 'out', 'EMA___test-79f9a7df');
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
    put('ack/EMA', 'half-way.xml', '<ack><part></part>\n');
    put('ack/EMA', 'whole.xml', '<?xml version="1.0"?>\n<ack><part></part></ack>\n');
    put('ack', 'being-written.xml.part', '<ack></ack>');
    put('receipts', 'B-1.txt', PROCESSED);
    put('receipts', 'empty.txt', '');
    put('receipts', 'half.txt', PROCESSED.replace('\n', ''));
    const names = async (now?: Date) => (await received(transport, now)).map(({ fileName }) => fileName);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    // after a while an incomplete file is taken as it is, so that a user sees it
    const later = new Date(Date.now() + 60_000);
    const halves = ['half-way.xml', 'half.xml'];
    expect(await names(later)).toEqual(['B-1.txt', 'empty.txt', 'half.txt', ...halves, 'whole.xml']);
    for (const file of await received(transport, later))
      await file.putAway(halves.includes(file.fileName) ? 'unreadable' : 'read');
    expect(await names(later)).toEqual([]);
    expect(readdirSync(join(folder, 'error'))).toEqual(halves);
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
