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
import { anyVersion, deed, LATER } from './choices.ts';

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
        reason: 'Simulated',
        retrievedAt: LATER,
        receivers: receivers.map(({ receiver }) => ({ receiver, format: 'XML' })),
      },
    });
    return deed(BY, `chooses ${receivers.length} receivers of ${caseKey}`, answer, [caseKey]);
  },
};

const makeBatch: Act = {
  name: 'make batch',
  weight: 6,
  run: async (simulation) => {
    const { chance, server, versions, batches } = simulation;
    const free = [...versions.values()].filter(({ deleted, superseded }) => !deleted && !superseded);
    const chosen = chance.pickSome(free, chance.between(1, 3)).map(({ caseKey }) => caseKey);
    if (chosen.length === 0) return null;
    const { receiver } = chance.pick(await receiversOf(simulation));
    const pretend = chance.pick(PRETEND_ANSWERS);
    const body = { caseKeys: chosen, receiver, senderKey: 1, notation: false, transport: 'folder', pretend };
    const answer = await server.call(BY, addSubmission, { body });
    if (answer.success) batches.push(answer.data.batchKey);
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
    const batchKey = chance.pick(batches.slice(-4));
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
      const body = { cases: batch.messages.length, comments: '' };
      const answer = await server.call(BY, confirmSubmission, { params, body });
      return deed(BY, `confirms batch ${batchKey}`, answer, touched);
    }
    if (batch.state === 'checkFailed') {
      const isLast = chance.percent(50);
      const answer = isLast
        ? await server.call(BY, cancelSubmission, { params, body: { reason: 'Simulated' } })
        : await server.call(BY, checkSubmission, { params });
      return deed(BY, `${isLast ? 'cancels' : 'checks'} batch ${batchKey}`, answer, touched);
    }
    const open = batch.messages.find(({ state }) => state === 'conflict' || state === 'needsDecision');
    if (!open) return null;
    const verdict = chance.pick(['accepted', 'rejected'] as const);
    const body = { verdict, comments: 'Simulated' };
    const answer = await server.call(BY, decideMessage, { params: { batchKey, seq: open.seq }, body });
    return deed(BY, `decides message ${open.seq} of batch ${batchKey} is ${verdict}`, answer, touched);
  },
};

export const submissionActs: readonly Act[] = [chooseReceivers, makeBatch, continueBatch];
