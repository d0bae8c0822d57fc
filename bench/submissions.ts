/**
 * Submissions without their database: messages checked by the rules, frozen and handed over by the folder in batches of
 * 1,000, and answers read and matched. The limit is 50 messages a second in less than 400 MB.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseToWrite } from '../shared/e2b/index.ts';
import { caseFindings } from '../shared/rules/caseFindings.ts';
import { messageAnswers } from '../shared/submission/messageAnswers.ts';
import { readAcknowledgement } from '../shared/submission/readAcknowledgement.ts';
import { writeAcknowledgement } from '../shared/submission/writeAcknowledgement.ts';
import { openCatalogue, type CatalogueSource } from '../server/catalogue/catalogueSource.ts';
import { nodeBytes } from '../server/files/byteTools.ts';
import { prepareCase, writeBatch } from '../server/messages/composeBatch.ts';
import { folderTransport } from '../server/submissions/transports/folderTransport.ts';
import { exampleBatch } from './e2bExample.ts';
import type { Measured } from './measure.ts';

const IN_BATCH = 1000;
const BATCHES = 10;
const ANSWERS = 1000;
const MESSAGES_PER_SECOND = 50;
const MAX_RSS_MB = 400;
const MB = 1024 * 1024;

export async function benchSubmissions({ quick }: { quick: boolean }): Promise<Measured[]> {
  const catalogue = openCatalogue();
  const root = await mkdtemp(join(tmpdir(), 'casewright-bench-'));
  try {
    const batches = quick ? 1 : BATCHES;
    const began = performance.now();
    let peakRss = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      await sendOne(catalogue, root, () => {
        peakRss = Math.max(peakRss, process.memoryUsage.rss());
      });
    }
    const rate = (batches * IN_BATCH) / ((performance.now() - began) / 1000);
    const answers = readAnswers();
    return [
      {
        name: `messages, ${MESSAGES_PER_SECOND} a second / ours`,
        ratio: MESSAGES_PER_SECOND / rate,
        budget: 1,
        detail: `${Math.round(rate)} messages/s, ${batches * IN_BATCH} of them`,
      },
      {
        name: `memory (RSS) / ${MAX_RSS_MB} MB`,
        ratio: peakRss / MB / MAX_RSS_MB,
        budget: 1,
        detail: `${Math.round(peakRss / MB)} MB with the catalogue`,
      },
      {
        name: 'answers of 10 messages, read and matched / 1 ms',
        ratio: answers,
        budget: null,
        detail: `${ANSWERS} answers`,
      },
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function sendOne(catalogue: CatalogueSource, root: string, watch: () => void): Promise<void> {
  const batchNumber = randomUUID();
  const path = join(root, `${batchNumber}.xml`);
  await writeFile(path, '');
  const pieces = writeBatch(
    catalogue,
    casesOf(catalogue, batchNumber, watch),
    { region: '', notation: false },
    { bytes: nodeBytes, files: { read: () => Promise.resolve(null) as never }, now: () => new Date() },
    () => {},
  );
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(pieces),
    async function* (texts: AsyncIterable<string>) {
      for await (const text of texts) {
        hash.update(text);
        yield text;
      }
    },
    async (texts) => writeFile(path, texts),
  );
  const transport = folderTransport(root);
  const file = {
    sponsorKey: 1,
    kind: 'batch' as const,
    number: batchNumber,
    fileName: `${batchNumber}.xml`,
    receiver: 'bench',
    environment: 'test' as const,
    sha256: hash.digest('hex'),
    pretend: null,
    remoteId: null,
    noteRemoteId: () => Promise.resolve(),
    read: () => Promise.resolve(createReadStream(path)),
  };
  await transport.stage(file);
  await transport.send(file);
}

/** One case in memory at a time, each checked by the rules. */
function* casesOf(
  catalogue: CatalogueSource,
  batchNumber: string,
  watch: () => void,
): Generator<CaseToWrite> {
  const [example] = exampleBatch(catalogue.whole, catalogue.e2b, 1);
  if (!example) throw new Error('there is no example');
  const envelope = {
    batchNumber,
    batchSender: 'ACME',
    batchReceiver: 'BENCH',
    messageSender: 'ACME',
    messageReceiver: 'BENCH',
  };
  const receiver = { region: '', notation: false, masked: new Set<string>(), may: () => true, envelope };
  for (let no = 0; no < IN_BATCH; no += 1) {
    const { toWrite } = prepareCase(
      catalogue,
      {
        caseNo: `KR-ACME-${no}`,
        content: { values: [...example.values], rows: [...example.rows] },
        residue: [],
      },
      receiver,
    );
    caseFindings(catalogue.checks, toWrite as never, { now: new Date() }, ['ICH']);
    if (no % 100 === 0) watch();
    yield toWrite;
  }
}

/** Milliseconds of one answer. */
function readAnswers(): number {
  const numbers = Array.from({ length: 10 }, (_, seq) => `KR-ACME-${seq}`);
  const sent = numbers.map((number, seq) => ({ seq, messageNumber: number, caseNumber: number }));
  const text = writeAcknowledgement({
    number: '1',
    sender: 'BENCH',
    receiver: 'ACME',
    sentAt: '20260102030405+0000',
    batchNumber: 'B1',
    code: 'AA',
    text: null,
    messages: numbers.map((messageNumber) => ({
      messageNumber,
      localNumber: null,
      code: 'CA',
      text: 'Report Loaded Successfully',
    })),
  });
  const began = performance.now();
  for (let answer = 0; answer < ANSWERS; answer += 1) messageAnswers(readAcknowledgement(text), sent);
  return (performance.now() - began) / ANSWERS;
}
