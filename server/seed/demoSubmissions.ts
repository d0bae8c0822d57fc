/** Reports of the demo that went out: those due long ago. What is due these days is left to do. */
import { isDeepStrictEqual } from 'node:util';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import * as commands from '../areas/submissions/batchCommands.service.ts';
import { addBatch } from '../areas/submissions/newSubmission.service.ts';
import type { Deps } from '../deps.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import type { AnyJobHandler } from '../jobs/job.types.ts';
import { runNextJob } from '../jobs/jobWorker.ts';
import { findProcess } from '../processes/process.store.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { findBatch, findMessages, type Batch, type Message } from '../submissions/batch.store.ts';
import { findFindings, type StoredFinding } from '../submissions/check.store.ts';
import { batchChecker } from '../submissions/checkBatch.ts';
import { answersTo } from '../submissions/pretend/answers.ts';
import { verdictOf } from '../submissions/pretend/judge.ts';
import { readBytes } from '../submissions/readBytes.ts';
import { takeAnswer } from '../submissions/receiveAnswers.ts';
import { batchSender, remoteAsker } from '../submissions/sendBatch.ts';

/** Few overdue reports are this late. */
const LATE_DAYS = 4;
const SENDER = 'sponsor.admin';

interface Report {
  case_key: number;
  receiver: string;
  sender_key: number;
}

/**
 * Sends each receiver of a sender one batch, which it has answered, and what a start that was cut off has left. The demo cases and
 * accounts must be there.
 */
export async function seedDemoSubmissions(deps: Deps, sponsorKey: number): Promise<void> {
  const user = await findSender(deps, sponsorKey);
  const begun = await inSponsor(deps.db, sponsorKey, (trx) => findBatches(trx, sponsorKey));
  for (const [index, { batch_key, answered_at }] of begun.entries())
    if (answered_at === null) await finishBatch(deps, user, batch_key, index === 0 ? 'partly' : 'check');
  const limit = dayAfter(dayAt(deps.clock.now().getTime(), 'UTC'), -LATE_DAYS);
  const { reports, rejected } = await inSponsor(deps.db, sponsorKey, async (trx) => ({
    reports: await findLongAgo(trx, sponsorKey, limit),
    // it is in the first batch
    rejected: begun.length === 0 ? await findLast(trx, sponsorKey, limit) : undefined,
  }));
  // the simulated authority rejects the first report of a batch
  const ordered = [...(rejected ? [rejected] : []), ...reports];
  const batches = Map.groupBy(ordered, ({ receiver, sender_key }) => `${receiver} ${sender_key}`);
  for (const ofBatch of batches.values())
    await sendBatch(deps, user, ofBatch, ofBatch.some((report) => report === rejected) ? 'partly' : 'check');
}

async function findSender({ db, clock }: Deps, sponsorKey: number): Promise<SessionUser> {
  const { user_key: userKey } = await db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', SENDER)
    .executeTakeFirstOrThrow();
  const user = await findActingUser(db, { userKey, sponsorKey, senderKey: null }, clock.now());
  if (!user) throw new Error(`the demo has no user ${SENDER}`);
  return user;
}

const findBatches = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('submission_batch')
    .select(['batch_key', 'answered_at'])
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('batch_key')
    .execute();

/** Due reports of the newest versions that are in no batch, as `o`, with their cases as `c`. */
const dueReports = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('case_obligation as o')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'o.sponsor_key').onRef('c.case_key', '=', 'o.case_key'),
    )
    .select(['o.case_key', 'o.receiver', 'c.sender_key'])
    .where('o.sponsor_key', '=', sponsorKey)
    .where('o.met', 'is', null)
    .where('c.latest', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submission_message as m')
            .innerJoin('submission_batch as b', (join) =>
              join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
            )
            .select('m.seq')
            .whereRef('m.sponsor_key', '=', 'o.sponsor_key')
            .whereRef('m.case_key', '=', 'o.case_key')
            .whereRef('b.receiver', '=', 'o.receiver'),
        ),
      ),
    )
    .$narrowType<{ sender_key: number }>();

const findLongAgo = (trx: Trx, sponsorKey: number, limit: string): Promise<Report[]> =>
  dueReports(trx, sponsorKey)
    .where('o.due', '<', limit)
    .orderBy('o.receiver')
    .orderBy('o.case_key')
    .execute();

/** The report that is due last: there is time to correct it. */
const findLast = (trx: Trx, sponsorKey: number, limit: string): Promise<Report | undefined> =>
  dueReports(trx, sponsorKey)
    .where('o.due', '>=', limit)
    .orderBy('o.due', 'desc')
    .orderBy('o.case_key')
    .limit(1)
    .executeTakeFirst();

async function sendBatch(
  deps: Deps,
  user: SessionUser,
  reports: readonly Report[],
  pretend: 'check' | 'partly',
): Promise<void> {
  const [first] = reports;
  if (!first) return;
  const { batchKey } = await addBatch(deps, user, {
    caseKeys: reports.map(({ case_key }) => case_key),
    receiver: first.receiver,
    senderKey: first.sender_key,
    notation: false,
    transport: 'byHand',
    pretend: null,
  });
  await finishBatch(deps, user, batchKey, pretend);
}

const AWAITING_USER = { sending: 'awaitingPerson' };

/** As a user sends it by hand, from where it is. What the rules of the receiver do not let pass stays as it was checked. */
async function finishBatch(
  deps: Deps,
  user: SessionUser,
  batchKey: number,
  pretend: 'check' | 'partly',
): Promise<void> {
  const commander = { user, ip: '', requestId: '', batchKey };
  const inBatch = <T>(work: (trx: Trx, batch: Batch) => Promise<T>): Promise<T> =>
    inSponsor(deps.db, user.sponsorKey, async (trx) => {
      const batch = await findBatch(trx, user.sponsorKey, batchKey);
      if (!batch) throw new Error(`the demo has no batch ${batchKey}`);
      return work(trx, batch);
    });
  const read = () =>
    inBatch(async (trx, batch) => ({
      batch,
      awaitsUser: isDeepStrictEqual(
        (await findProcess(trx, batch.sponsor_key, batch.process_key))?.state,
        AWAITING_USER,
      ),
      messages: await findMessages(trx, batch),
      findings: await findFindings(trx, batch, batch.check_no),
    }));
  await runNextJob(deps, batchChecker(deps) as AnyJobHandler);
  const checked = await read();
  if (checked.batch.state === 'ready') {
    const findingKeys = checked.findings
      .filter(({ severity }) => severity === 'warning')
      .map(({ finding_key }) => finding_key);
    await commands.giveReasons(deps, commander, { findingKeys, reason: 'Known; the report is late' });
    await commands.confirm(deps, commander, { cases: checked.messages.length, comments: '' });
  }
  await runNextJob(deps, batchSender(deps) as AnyJobHandler);
  await runNextJob(deps, remoteAsker(deps) as AnyJobHandler);
  // the job of a process that was killed comes later
  if ((await read()).awaitsUser)
    await commands.decideHandOver(deps, commander, { handedOver: true, comments: 'Uploaded to the portal' });
  const sent = await read();
  if (sent.batch.state === 'transmitted') await answer(deps, sent, { findings: sent.findings, pretend });
}

interface Sent {
  batch: Batch;
  messages: readonly Message[];
}

/** The simulated authority has the findings of the check: reading the file of the batch would take longer. */
async function answer(
  deps: Deps,
  { batch, messages }: Sent,
  { findings, pretend }: { findings: readonly StoredFinding[]; pretend: 'check' | 'partly' },
): Promise<void> {
  const judgement = {
    batchNumber: batch.batch_number,
    sender: batch.sender_id,
    receiver: batch.batch_receiver || batch.receiver,
    messages: messages.map(({ seq, message_number: messageNumber }) => ({
      messageNumber,
      ...verdictOf(findings.filter((one) => one.seq === seq).flatMap(ofRules)),
    })),
  };
  for (const text of answersTo(pretend, judgement, { catalogue: deps.catalogue, now: deps.clock.now() })) {
    const bytes = Buffer.from(text);
    await takeAnswer(deps, {
      sponsorKey: batch.sponsor_key,
      fileName: `${batch.batch_number}.xml`,
      fileKey: await deps.files.put(bytes),
      size: bytes.length,
      read: await readBytes(bytes),
      userName: SENDER,
    });
  }
}

const ofRules = ({ check_id, severity, item_id: itemId, message }: StoredFinding) =>
  check_id === 'rules' && itemId !== null ? [{ severity, itemId, message }] : [];
