/** The folder of a gateway as a file system has it: names in any script, folders that went away. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderTransport } from './folderTransport.ts';
import type { OutgoingFile } from './transport.ts';

const TEXT = '<batch></batch>';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'casewright-folder-'));
  folder = join(root, 'sponsor-1');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const batchTo = (receiver: string, number: string): OutgoingFile => ({
  kind: 'batch',
  sponsorKey: 1,
  number,
  fileName: `${number}.xml`,
  receiver,
  environment: 'test',
  sha256: '',
  pretend: null,
  remoteId: null,
  noteRemoteId: () => Promise.resolve(),
  read: () => Promise.resolve(Readable.from([TEXT])),
});

async function handOver(batch: OutgoingFile): Promise<void> {
  const transport = folderTransport(root);
  await transport.stage(batch);
  await transport.send(batch);
}

it('has a place of its own for each receiver, whatever their names are written with', async () => {
  await handOver(batchTo('동아제약', 'B-1'));
  await handOver(batchTo('한미약품', 'B-2'));
  const places = readdirSync(join(folder, 'out'));
  expect(places.map((name) => readdirSync(join(folder, 'out', name)).length)).toEqual([2, 2]);
});

it('hands over what was staged before the gateway removed its folder', async () => {
  const batch = batchTo('EMA', 'B-1');
  await folderTransport(root).stage(batch);
  rmSync(join(folder, 'out'), { recursive: true });
  await handOver(batch);
  expect(readFileSync(join(folder, 'out', 'EMA', 'B-1.xml'), 'utf8')).toBe(TEXT);
});

it('takes answers of any name, and puts each away beside those of its name', async () => {
  const ack = join(folder, 'ack');
  const names = [
    // Korean, as an old Windows writes it
    Buffer.from([0xbd, 0xc2, 0xc0, 0xce, 0x2e, 0x78, 0x6d, 0x6c]),
    Buffer.from(`ab${'답'.repeat(83)}.xml`),
    Buffer.from('a "b" \'c\'\n.xml'),
  ];
  for (const place of ['EMA', 'FDA']) {
    mkdirSync(join(ack, place), { recursive: true });
    for (const name of names) {
      const path = Buffer.concat([Buffer.from(`${join(ack, place)}/`), name]);
      writeFileSync(path, `<ack>${place} ${name.length}</ack>`);
    }
  }
  const now = new Date();
  const taken: string[] = [];
  for await (const file of folderTransport(root).receive({ sponsorKey: 1, now, waiting: [] })) {
    taken.push(Buffer.from(file.bytes).toString());
    await file.putAway('read');
  }
  expect(new Set(taken).size).toBe(6);
  const day = join(folder, 'archive', now.toISOString().slice(0, 10));
  const archived = readdirSync(day).map((name) => readFileSync(join(day, name), 'utf8'));
  expect(archived.toSorted()).toEqual(taken.toSorted());
  expect(readdirSync(ack, { recursive: true })).toEqual(['EMA', 'FDA']);
});
