/** Batches are made, checked and confirmed; what the pretend authority of the demo answers is chosen when a batch is made. */
import {
  addSubmission,
  cancelSubmission,
  checkSubmission,
  confirmSubmission,
  decideMessage,
  giveWarningReasons,
  readSubmission,
  readSubmissionCheck,
  saveCaseReceivers,
} from '../../shared/contract/index.ts';
import { PRETEND_ANSWERS } from '../../shared/submission/pretendAnswers.ts';
import { isAsReleased, rejectedVersions, whyNotToSend } from '../oracles/batches.ts';
import type { Act, Deed, KnownBatch, KnownReport, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, deed, isOpen, LATER, reasonOf, refusedAs, tracedDeed } from './choices.ts';
import { runDue } from './dueJobs.ts';
import { formEdit, saveBy, textItems, valueOf } from './inventEdit.ts';
import { receiversOf } from './receivers.ts';

const BY = 'sponsor.admin';

const chooseReceivers: Act = {
  name: 'choose receivers',
  weight: 4,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const receivers = chance.pickSome(await receiversOf(simulation), chance.between(1, 2));
    const { caseKey } = version;
    const answer = await server.call(BY, saveCaseReceivers, {
      params: { caseKey },
      body: {
        reason: reasonOf(simulation),
        retrievedAt: LATER,
        receivers: receivers.map(({ receiver }) => ({ receiver, format: 'XML' })),
      },
    });
    return tracedDeed(simulation, BY, `chooses receivers of ${caseKey}`, answer, [caseKey]);
  },
};

/** Cases as they come, or a report as its receiver wants it. */
const makeBatch: Act = {
  name: 'make batch',
  weight: 12,
  run: async (simulation) => {
    const { chance } = simulation;
    const reports = freeReports(simulation);
    const report = reports.length > 0 && chance.percent(75) ? chance.pick(reports.slice(-4)) : null;
    // most cases that people edit fail their check
    if (!report && chance.percent(50)) return null;
    const caseKeys = report ? [report.caseKey] : casesAsTheyCome(simulation);
    if (caseKeys.length === 0) return null;
    const receiver = report?.receiver ?? chance.pick(await receiversOf(simulation)).receiver;
    return putIntoBatch(simulation, caseKeys, receiver);
  },
};

/** Mostly a worker checks the batch at once. */
export async function putIntoBatch(
  simulation: Simulation,
  caseKeys: readonly number[],
  receiver: string,
): Promise<Deed> {
  const { chance, server, batches } = simulation;
  const pretend = chance.percent(35) ? 'rejected' : chance.pick(PRETEND_ANSWERS);
  const body = { caseKeys, receiver, senderKey: 1, notation: false, transport: 'folder', pretend };
  const answer = await server.call(BY, addSubmission, { body });
  if (answer.success) {
    batches.push({ batchKey: answer.data.batchKey, pretend, caseKeys, decided: new Set() });
    if (chance.percent(85)) await runDue(simulation, CHECK);
  }
  return deed(BY, `puts ${caseKeys.join(', ')} into a batch to ${receiver} (${pretend})`, answer, caseKeys);
}

/** What a receiver rejected is sent to it once more. */
const sendAgain: Act = {
  name: 'send again',
  weight: 20,
  run: async (simulation) => {
    const [rejected] = await rejectedVersions(simulation);
    if (!rejected) return null;
    const made = await putIntoBatch(simulation, [rejected.caseKey], rejected.receiver);
    const led = await continueNewest(simulation);
    return led ? { ...led, what: `${made.what}, ${led.what}` } : made;
  },
};

const CHECK = 'submission-batch.checkBatch';

function casesAsTheyCome({ versions, chance }: Simulation): number[] {
  const free = [...versions.values()].filter(({ deleted, superseded }) => !deleted && !superseded);
  const count = chance.percent(50) ? 1 : chance.between(2, 3);
  return chance.pickSome(free.slice(0, 24), count).map(({ caseKey }) => caseKey);
}

/** Whose versions can be sent: they are in no batch, or the receiver rejected them. */
const freeReports = ({ reports, versions, batches }: Simulation): KnownReport[] =>
  reports.filter(({ caseKey, receiver }) => {
    const version = versions.get(caseKey);
    const last = batches.findLast(({ caseKeys }) => caseKeys.includes(caseKey));
    return receiver && version && isOpen(version) && (!last || last.pretend === 'rejected');
  });

/** What a user does with a batch, as far as it is: reasons for warnings, confirmation, another check, the end. */
const continueBatch: Act = {
  name: 'continue batch',
  weight: 26,
  run: (simulation) => continueNewest(simulation),
};

export async function continueNewest(simulation: Simulation): Promise<Deed | null> {
  for (const known of simulation.batches.slice(-6).toReversed()) {
    const done = await continueOne(simulation, known);
    if (done) return done;
  }
  return null;
}

async function continueOne(simulation: Simulation, known: KnownBatch): Promise<Deed | null> {
  const { chance, server } = simulation;
  const { batchKey } = known;
  const params = { batchKey };
  const { data: batch } = await server.call(BY, readSubmission, { params });
  const touched = batch.messages.map(({ caseKey }) => caseKey);
  const isReady = batch.state === 'ready';
  if (isReady && (chance.percent(25) || (await whyNotToSend(simulation, batchKey)) === null))
    return confirm(simulation, { batchKey, touched });
  if (isReady || batch.state === 'checkFailed') {
    // others are further
    if (!isReady && chance.percent(60)) return null;
    const isLast = chance.percent(isReady ? 20 : 50);
    const answer = isLast
      ? await server.call(BY, cancelSubmission, { params, body: { reason: 'Simulated' } })
      : await server.call(BY, checkSubmission, { params });
    if (isLast) await isCancelled(simulation, batchKey);
    else if (isReady) await runDue(simulation, CHECK);
    return deed(BY, `${isLast ? 'cancels' : 'checks'} batch ${batchKey}`, answer, touched);
  }
  const open = batch.messages.find(({ state }) => state === 'conflict' || state === 'needsDecision');
  if (!open) return null;
  const verdict = chance.pick(['accepted', 'rejected'] as const);
  const body = { verdict, comments: 'Simulated' };
  const answer = await server.call(BY, decideMessage, { params: { batchKey, seq: open.seq }, body });
  if (answer.success) known.decided.add(open.seq);
  return deed(BY, `decides message ${open.seq} of batch ${batchKey} is ${verdict}`, answer, touched);
}

/** Sends a batch where, and only where, nothing speaks against it. */
async function confirm(
  simulation: Simulation,
  { batchKey, touched }: { batchKey: number; touched: readonly number[] },
): Promise<Deed> {
  const { chance, server } = simulation;
  const params = { batchKey };
  const found = await server.call(BY, readSubmissionCheck, { params });
  const findingKeys = found.data.findings
    .filter(({ severity }) => severity === 'warning')
    .map(({ findingKey }) => findingKey);
  if (findingKeys.length > 0)
    await server.call(BY, giveWarningReasons, { params, body: { findingKeys, reason: 'Simulated' } });
  if (chance.percent(30)) await editMeanwhile(simulation, touched[0]);
  const why = await whyNotToSend(simulation, batchKey);
  const body = { cases: touched.length, comments: '' };
  const answer = await server.call(BY, confirmSubmission, { params, body });
  if (answer.success && why !== null)
    throw new Violation('sent as checked', `batch ${batchKey} is sent, though ${why}`);
  if (!answer.success && why === null)
    throw new Violation('sent as checked', `batch ${batchKey} is not sent: ${refusedAs(answer)}`);
  if (answer.success) await isAsReleased(simulation, batchKey);
  return { ...deed(BY, `confirms batch ${batchKey}`, answer, touched), isIdle: false };
}

async function isCancelled({ server }: Simulation, batchKey: number): Promise<void> {
  const { data } = await server.call(BY, readSubmission, { params: { batchKey } });
  if (data.state !== 'cancelled')
    throw new Violation('batches', `batch ${batchKey} was cancelled, and is ${data.state}`);
}

/** A user saves a case of a batch that is ready, where that is possible. */
async function editMeanwhile(simulation: Simulation, caseKey = 0): Promise<void> {
  const [item] = textItems(simulation.server.deps.catalogue.whole);
  if (!item) return;
  const changes = [valueOf(item.itemId, { value: `c${simulation.step}`.slice(0, item.maxLength ?? 20) })];
  await saveBy(simulation, 'case.editor', caseKey, formEdit(item.page, changes));
}

export const submissionActs: readonly Act[] = [chooseReceivers, makeBatch, sendAgain, continueBatch];
