/** The contract that every transport keeps, faults included. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { byHandTransport } from '../../server/submissions/transports/byHandTransport.ts';
import { folderTransport } from '../../server/submissions/transports/folderTransport.ts';
import {
  TransportFailure,
  type IncomingFile,
  type OutgoingBatch,
  type Transport,
} from '../../server/submissions/transports/transport.ts';

const TEXT = '<batch>frozen</batch>';
const root = mkdtempSync(join(tmpdir(), 'casewright-transports-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let number = 0;
let batch: OutgoingBatch;
beforeEach(() => {
  number += 1;
  batch = {
    sponsorKey: 1,
    batchNumber: `B-${number}`,
    receiver: 'EMA / test',
    environment: 'test',
    sha256: createHash('sha256').update(TEXT).digest('hex'),
    pretend: null,
    read: () => Promise.resolve(Readable.from([TEXT])),
  };
});

const TRANSPORTS: Record<string, Transport> = { folder: folderTransport(root), byHand: byHandTransport };
const received = async (transport: Transport, now = new Date()): Promise<IncomingFile[]> => {
  const found: IncomingFile[] = [];
  for await (const file of transport.receive(1, now)) found.push(file);
  return found;
};

describe.each(Object.entries(TRANSPORTS))('the transport %s', (_, transport) => {
  it('may be staged twice, hands over once, and never says that it did not where it did', async () => {
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
    expect(await received(transport)).toEqual([]);
  });
});

describe('the folder', () => {
  const transport = TRANSPORTS['folder'] ?? byHandTransport;
  const folder = join(root, 'sponsor-1');
  const out = join(folder, 'out', 'EMA___test');
  const put = (where: string, name: string, text: string) => {
    mkdirSync(join(folder, where), { recursive: true });
    writeFileSync(join(folder, where, name), text);
  };

  it('has the exact bytes, beside a side file with what a gateway needs', async () => {
    await transport.stage(batch);
    await transport.send(batch);
    expect(readFileSync(join(out, `${batch.batchNumber}.xml`), 'utf8')).toBe(TEXT);
    expect(JSON.parse(readFileSync(join(out, `${batch.batchNumber}.json`), 'utf8'))).toMatchObject({
      batchNumber: batch.batchNumber,
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
    expect(readdirSync(out).filter((name) => name === `${batch.batchNumber}.xml`)).toEqual([]);
    await transport.stage(batch);
    await transport.send(batch);
    expect(readFileSync(join(out, `${batch.batchNumber}.xml`), 'utf8')).toBe(TEXT);
  });

  it('knows that the gateway has taken a file away', async () => {
    await transport.stage(batch);
    await transport.send(batch);
    rmSync(join(out, `${batch.batchNumber}.xml`));
    expect(await transport.ask(batch)).toEqual({ known: 'taken' });
  });

  it('says which faults pass by themselves', async () => {
    await expect(transport.send(batch)).rejects.toMatchObject({ fault: 'settings' });
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const failing = { ...batch, read: () => Promise.reject(full) };
    await expect(transport.stage(failing)).rejects.toMatchObject({ fault: 'passing' });
  });

  it('brings whole answers only, each until it is put away', async () => {
    put('ack/EMA', 'half.xml', '<ack><part>');
    put('ack/EMA', 'whole.xml', '<ack></ack>\n');
    put('ack', 'being-written.xml.part', '<ack></ack>');
    put('receipts', 'B-1.txt', '');
    const names = async (now?: Date) => (await received(transport, now)).map(({ fileName }) => fileName);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    expect(await names()).toEqual(['B-1.txt', 'whole.xml']);
    // after a while an incomplete file is taken as it is, so that a user sees it
    const later = new Date(Date.now() + 60_000);
    expect(await names(later)).toContain('half.xml');
    for (const file of await received(transport, later))
      await file.putAway(file.fileName === 'half.xml' ? 'unreadable' : 'read');
    expect(await names(later)).toEqual([]);
    expect(readdirSync(join(folder, 'error'))).toEqual(['half.xml']);
  });
});
