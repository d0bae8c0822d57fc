/** Batches go to receivers; what the pretend authority of the demo answers is chosen when a batch is made, and its job gives the answer. */
import {
  addSubmission,
  cancelSubmission,
  checkSubmission,
  confirmSubmission,
  decideMessage,
  giveWarningReasons,
  readSubmission,
  readSubmissionCheck,
  readSubmissionOptions,
  saveCaseReceivers,
} from '../../shared/contract/index.ts';
import { PRETEND_ANSWERS } from '../../shared/submission/pretendAnswers.ts';
import type { Act, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, deed, LATER, reasonOf, tracedDeed } from './choices.ts';
import { formEdit, saveBy, textItems, valueOf } from './inventEdit.ts';

const BY = 'sponsor.admin';

const receiversOf = async ({ server }: Simulation) =>
  (await server.call(BY, readSubmissionOptions)).data.receivers;

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

const makeBatch: Act = {
  name: 'make batch',
  weight: 7,
  run: async (simulation) => {
    const { chance, server, versions, batches } = simulation;
    const free = [...versions.values()].filter(({ deleted, superseded }) => !deleted && !superseded);
    const count = chance.percent(50) ? 1 : chance.between(2, 3);
    const chosen = chance.pickSome(free.slice(0, 24), count).map(({ caseKey }) => caseKey);
    if (chosen.length === 0) return null;
    const { receiver } = chance.pick(await receiversOf(simulation));
    const pretend = chance.pick(PRETEND_ANSWERS);
    const body = { caseKeys: chosen, receiver, senderKey: 1, notation: false, transport: 'folder', pretend };
    const answer = await server.call(BY, addSubmission, { body });
    if (answer.success) batches.push({ batchKey: answer.data.batchKey, pretend, decided: new Set() });
    return deed(BY, `puts ${chosen.join(', ')} into a batch to ${receiver} (${pretend})`, answer, chosen);
  },
};

/** What a user does with a batch, as far as it is: reasons for warnings, confirmation, another check, the end. */
const continueBatch: Act = {
  name: 'continue batch',
  weight: 12,
  run: async (simulation) => {
    const { chance, server, batches } = simulation;
    if (batches.length === 0) return null;
    const known = chance.pick(batches.slice(-4));
    const { batchKey } = known;
    const { data: batch } = await server.call(BY, readSubmission, { params: { batchKey } });
    const params = { batchKey };
    const touched = batch.messages.map(({ caseKey }) => caseKey);
    if (batch.state === 'ready') {
      const found = await server.call(BY, readSubmissionCheck, { params });
      const findingKeys = found.data.findings
        .filter(({ severity }) => severity === 'warning')
        .map(({ findingKey }) => findingKey);
      if (findingKeys.length > 0)
        await server.call(BY, giveWarningReasons, { params, body: { findingKeys, reason: 'Simulated' } });
      const isStale = chance.percent(20) && (await editMeanwhile(simulation, batch.messages[0]?.caseKey));
      const body = { cases: batch.messages.length, comments: '' };
      const answer = await server.call(BY, confirmSubmission, { params, body });
      if (isStale && answer.success)
        throw new Violation(
          'sent as checked',
          `batch ${batchKey} is sent, though a case changed after its check`,
        );
      return { ...deed(BY, `confirms batch ${batchKey}`, answer, touched), isIdle: false };
    }
    if (batch.state === 'checkFailed') {
      const isLast = chance.percent(50);
      const answer = isLast
        ? await server.call(BY, cancelSubmission, { params, body: { reason: 'Simulated' } })
        : await server.call(BY, checkSubmission, { params });
      if (isLast) await isCancelled(simulation, batchKey);
      return deed(BY, `${isLast ? 'cancels' : 'checks'} batch ${batchKey}`, answer, touched);
    }
    const open = batch.messages.find(({ state }) => state === 'conflict' || state === 'needsDecision');
    if (!open) return null;
    const verdict = chance.pick(['accepted', 'rejected'] as const);
    const body = { verdict, comments: 'Simulated' };
    const answer = await server.call(BY, decideMessage, { params: { batchKey, seq: open.seq }, body });
    if (answer.success) known.decided.add(open.seq);
    return deed(BY, `decides message ${open.seq} of batch ${batchKey} is ${verdict}`, answer, touched);
  },
};

async function isCancelled({ server }: Simulation, batchKey: number): Promise<void> {
  const { data } = await server.call(BY, readSubmission, { params: { batchKey } });
  if (data.state !== 'cancelled')
    throw new Violation('batches', `batch ${batchKey} was cancelled, and is ${data.state}`);
}

/** A user saves a case of a batch that is ready. Answers whether that was possible. */
async function editMeanwhile(simulation: Simulation, caseKey = 0): Promise<boolean> {
  const [item] = textItems(simulation.server.deps.catalogue.whole);
  if (!item) return false;
  const changes = [valueOf(item.itemId, { value: `c${simulation.step}`.slice(0, item.maxLength ?? 20) })];
  return (await saveBy(simulation, 'case.editor', caseKey, formEdit(item.page, changes))).success;
}

export const submissionActs: readonly Act[] = [chooseReceivers, makeBatch, continueBatch];
