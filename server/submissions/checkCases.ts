/**
 * Reads the cases of a batch, checks each and writes it into the file of the batch: one case is in memory at a time. Runs
 * here or in a worker thread.
 */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseToWrite, OmittedValue } from '../../shared/e2b/index.ts';
import { caseChecker, findingsFor } from '../../shared/rules/caseFindings.ts';
import type { ReportKind } from '../../shared/submission/kindOfReport.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { nodeBytes } from '../files/byteTools.ts';
import type { ReadableFiles } from '../files/fileStore.ts';
import type { SessionUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import { authorityOfRegion, writeBatch } from '../messages/composeBatch.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { findBatchOfProcess, findMessages, type Batch, type Message } from './batch.store.ts';
import { findVersions } from './check.store.ts';
import { batchChecks, type BatchFacts } from './checks/batchChecks.ts';
import { caseChecks, kindOf } from './checks/caseChecks.ts';
import { finding, type CheckFinding } from './checks/checkFinding.ts';
import { structureChecks } from './checks/structureChecks.ts';
import { valueOfRole, type CheckContext } from './checks/subject.ts';
import { receiverOf } from './receiverOfBatch.ts';
import { readSubject, readSurroundings, type SubjectReader } from './readSubject.ts';

export type CheckCasesWorld = CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  UuidWorld & { files: ReadableFiles };

export interface BatchToCheck {
  /** whose privileges and scope decide what is sent */
  user: SessionUser;
  processKey: string;
  /** where the file is written */
  path: string;
}

/** A case that was checked, as it was read. */
interface CheckedCase {
  seq: number;
  rootCaseKey: number;
  kind: ReportKind;
  messageNumber: string;
  caseNumber: string;
  retrievedAt: Date;
  serious: boolean | null;
}

export interface CheckedBatch {
  batch: Batch;
  cases: CheckedCase[];
  findings: CheckFinding[];
  /** of the file, in bytes; null: there is none, since the user may not see any of the cases */
  size: number | null;
  /** items that the receiver gets masked */
  masked: string[];
  /** newest release in use, by dictionary */
  dictionaries: Record<string, string>;
}

/** Everything that is checked but the schema, and the numbers of other batches. */
export const checkCases = (
  world: CheckCasesWorld,
  { user, processKey, path }: BatchToCheck,
): Promise<CheckedBatch> =>
  readInSponsor(world.db, user.sponsorKey, async (trx) => {
    const { catalogue, clock } = world;
    const batch = await findBatchOfProcess(trx, user.sponsorKey, processKey);
    if (!batch) throw new FinalFailure(`the process ${processKey} has no batch`);
    const now = clock.now();
    const messages = await findMessages(trx, batch);
    const { receiver, masked } = await receiverOf(trx, catalogue, batch);
    const versions = await findVersions(trx);
    const reader = { batch, catalogue, user, now, masked, routes: receiver?.routes ?? [] };
    const unanswered = receiver?.unanswered ?? 'warn';
    const authority = authorityOfRegion(catalogue, batch.region);
    const checker = caseChecker(catalogue.checks, { now }, [authority]);
    const rulesFind: CheckContext['rulesFind'] = (content, hasEarlier) =>
      findingsFor(checker(content, hasEarlier), authority);
    const context = { batch, catalogue, masked, versions, rulesFind, unanswered };
    const seen: SeenCases = { cases: [], facts: [], findings: receiver ? [] : [receiverIsOff(batch)] };
    const toWrite = readCases(trx, world, { messages, reader, context }, seen);
    const file = await writeFile(world, { batch, path }, toWrite);
    const isEmpty = seen.cases.length === 0;
    return {
      batch,
      cases: seen.cases,
      findings: [
        ...seen.findings,
        ...batchChecks(batch, { size: isEmpty ? 0 : file.size, messages: seen.facts }),
        ...(isEmpty
          ? []
          : await structureChecks(path, catalogue, { omitted: file.omitted, messages: seen.cases })),
      ],
      size: isEmpty ? null : file.size,
      masked: [...masked],
      dictionaries: Object.fromEntries(
        [...versions].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
      ),
    };
  });

/** What it wants masked is no longer known, either. */
const receiverIsOff = ({ receiver }: Batch): CheckFinding =>
  finding('access', 'error', 'receiverOff', { values: { receiver } });

/** What was found of the cases that were read so far. */
interface SeenCases {
  cases: CheckedCase[];
  facts: BatchFacts['messages'][number][];
  findings: CheckFinding[];
}

interface CasesToRead {
  messages: readonly Message[];
  reader: SubjectReader;
  context: CheckContext;
}

/** The cases as the receiver gets them, each checked when the writer asks for it. */
async function* readCases(
  trx: Trx,
  world: CheckCasesWorld,
  { messages, reader, context }: CasesToRead,
  seen: SeenCases,
): AsyncGenerator<CaseToWrite> {
  const around = await readSurroundings(trx, reader, messages);
  for (const message of messages) {
    const read = await readSubject(trx, world, { reader, around }, message);
    if (!read) {
      seen.findings.push(finding('access', 'error', 'noAccess', { seq: message.seq }));
      continue;
    }
    const { subject, messageNumber, toWrite, batchReceiver } = read;
    const { seq, caseNumber, content, found } = subject;
    const kind = kindOf(subject);
    seen.findings.push(...caseChecks(subject, context));
    const typeOfReport = valueOfRole(context.catalogue, content, 'typeOfReport');
    seen.facts.push({ kind, typeOfReport, batchReceiver });
    const { retrieved_at: retrievedAt, serious } = found;
    const { root_case_key: rootCaseKey } = found;
    seen.cases.push({ seq, rootCaseKey, kind, messageNumber, caseNumber, retrievedAt, serious });
    yield toWrite;
  }
}

async function writeFile(
  { catalogue, clock, files, newUuid }: CheckCasesWorld,
  { batch, path }: { batch: Batch; path: string },
  cases: AsyncIterable<CaseToWrite>,
): Promise<{ size: number; omitted: OmittedValue[] }> {
  const omitted: OmittedValue[] = [];
  const content = async function* (fileKey: string): AsyncGenerator<Uint8Array> {
    const stream = await files.stream(fileKey);
    // a missing file is a finding of its case
    if (stream) yield* stream as AsyncIterable<Uint8Array>;
  };
  const pieces = writeBatch(
    catalogue,
    cases,
    batch,
    { bytes: nodeBytes, files: { read: content }, now: () => clock.now(), newUuid },
    (one) => omitted.push(one),
  );
  await pipeline(Readable.from(pieces), createWriteStream(path));
  return { size: (await stat(path)).size, omitted };
}
