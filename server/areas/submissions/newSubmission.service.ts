/** New batches: receivers, senders and transports to choose from, and the cases that go into one. */
import {
  addSubmission,
  type BodyOf,
  type DataOf,
  type readSubmissionOptions,
} from '../../../shared/contract/index.ts';
import { PRETEND_ANSWERS } from '../../../shared/submission/pretendAnswers.ts';
import { isRemote, warningAt, type TransportName } from '../../../shared/submission/transports.ts';
import { kindOfReport } from '../../../shared/submission/kindOfReport.ts';
import { findVisibleCases } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseNotFound, noSender, receiverUnknown, transportNotSetUp } from '../../problems.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { startProcess } from '../../processes/applyEvent.ts';
import { findReceivers, type KnownReceiver } from '../../receivers/receiverFacts.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import { appendEvent, findBatch, insertBatch, insertMessages } from '../../submissions/batch.store.ts';
import { authoritiesIn } from '../../receivers/receiverNow.store.ts';
import { findEarlier } from '../../submissions/earlier.store.ts';
import { senderIdOf } from '../../submissions/senderId.ts';
import { SUBMISSION_BATCH } from '../../submissions/submission.process.ts';
import { findActiveProfiles, findProfile } from '../../submissions/transports/profile.store.ts';
import { endsOf } from '../../submissions/transports/profiles.ts';
import type { TransportsWorld } from '../../submissions/transports/transport.ts';
import { sendEvent } from './submissionAccess.ts';
import { findSenders } from './submissions.store.ts';

type NewWorld = CatalogueWorld & ClockWorld & ConfigWorld & DatabaseWorld & TransportsWorld & UuidWorld;

/** There is a pretend authority where the demo has a folder. */
const pretendAnswers = ({ config }: ConfigWorld) =>
  config.demo && config.submissionDir !== null ? [...PRETEND_ANSWERS] : [];

export const optionsFor = (
  deps: NewWorld,
  user: SessionUser,
): Promise<DataOf<typeof readSubmissionOptions>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const known = await findReceivers(trx, deps.catalogue, { sponsorKey: user.sponsorKey, senderKey: null });
    const profiles = await findActiveProfiles(trx, user.sponsorKey);
    const now = deps.clock.now();
    return {
      receivers: known.map(({ name, region, environment, notation, recordKey }) => ({
        receiver: name,
        region,
        environment,
        notation,
        transport: profiles.find((one) => one.receiver_key === recordKey)?.adapter ?? null,
      })),
      ends: profiles.flatMap((profile) => {
        const receiver = known.find(({ recordKey }) => recordKey === profile.receiver_key)?.name ?? '';
        return endsOf(profile, now)
          .filter(({ daysLeft }) => warningAt(daysLeft) !== null)
          .map((end) => ({ receiver, ...end }));
      }),
      senders: (await findSenders(trx, user)).map(({ sender_key, organisation }) => ({
        senderKey: sender_key,
        name: organisation,
      })),
      transports: deps.transports.folder ? ['folder', 'byHand'] : ['byHand'],
      pretendAnswers: pretendAnswers(deps),
    };
  });

/** Throws 422 RECEIVER_UNKNOWN, NO_SENDER, TRANSPORT_NOT_SET_UP, and 404 CASE_NOT_FOUND. */
export function addBatch(
  deps: NewWorld,
  user: SessionUser,
  wanted: BodyOf<typeof addSubmission>,
): Promise<DataOf<typeof addSubmission>> {
  const { clock, newUuid } = deps;
  const { creationKey, ...content } = wanted;
  return onceForKey(deps, { ...user, creationKey, call: addSubmission, content }, async (trx) => {
    const at = clock.now();
    const processKey = newUuid();
    const { receiver, senderId } = await partiesOf(trx, deps, user, wanted);
    await requireTransport(trx, deps, { sponsorKey: user.sponsorKey, receiver, transport: wanted.transport });
    const batchKey = await insertBatch(trx, {
      sponsor_key: user.sponsorKey,
      process_key: processKey,
      sender_key: wanted.senderKey,
      sender_id: senderId,
      receiver: receiver.name,
      region: receiver.region,
      batch_receiver: receiver.batchId,
      message_receiver: receiver.messageId,
      environment: receiver.environment,
      transport: wanted.transport,
      receiver_key: receiver.recordKey,
      pretend: pretendAnswers(deps).find((one) => one === wanted.pretend) ?? null,
      notation: wanted.notation,
      batch_number: newUuid(),
      file_pattern: receiver.fileName,
      created_at: at,
      created_by: user.userKey,
      created_name: user.userName,
    });
    await addMessages(trx, deps, user, { batchKey, receiver, caseKeys: wanted.caseKeys });
    const { sponsorKey, userKey } = user;
    await startProcess(trx, SUBMISSION_BATCH, { sponsorKey, processKey, input: {}, at, userKey });
    const batch = await findBatch(trx, sponsorKey, batchKey);
    if (!batch) throw new Error('the batch that was inserted is missing');
    await appendEvent(trx, batch, { type: 'created', at, user_name: user.userName });
    await sendEvent(trx, batch, { type: 'check' }, { userKey, at, eventId: newUuid() });
    return { batchKey };
  });
}

async function requireTransport(
  trx: Trx,
  { transports }: TransportsWorld,
  {
    sponsorKey,
    receiver,
    transport,
  }: { sponsorKey: number; receiver: KnownReceiver; transport: TransportName },
): Promise<void> {
  if (!isRemote(transport)) {
    if (!transports[transport]) throw transportNotSetUp();
    return;
  }
  const receiverKey = receiver.recordKey;
  const profile = receiverKey === null ? undefined : await findProfile(trx, { sponsorKey, receiverKey });
  if (!profile?.active || profile.adapter !== transport) throw transportNotSetUp();
}

async function partiesOf(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  user: SessionUser,
  { receiver: name, senderKey }: BodyOf<typeof addSubmission>,
): Promise<{ receiver: KnownReceiver; senderId: string }> {
  const receivers = await findReceivers(trx, catalogue, { sponsorKey: user.sponsorKey, senderKey });
  const receiver = receivers.find((one) => one.name === name);
  if (!receiver) throw receiverUnknown(name);
  const sender = (await findSenders(trx, user)).find((one) => one.sender_key === senderKey);
  if (!sender) throw noSender();
  const { sponsorKey } = user;
  const ref = { sponsorKey, senderKey, organisation: sender.organisation };
  return { receiver, senderId: await senderIdOf(trx, catalogue, ref, receiver) };
}

async function addMessages(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  user: SessionUser,
  {
    batchKey,
    receiver,
    caseKeys,
  }: { batchKey: number; receiver: KnownReceiver; caseKeys: readonly number[] },
): Promise<void> {
  const { sponsorKey } = user;
  const visible = await findVisibleCases(trx, user, caseKeys);
  const found = caseKeys.map((caseKey) => visible.get(caseKey) ?? noSuchCase(caseKey));
  const earlier = await findEarlier(trx, {
    sponsorKey,
    rootCaseKeys: found.map(({ root_case_key }) => root_case_key),
    receiver: receiver.name,
    receiverKey: receiver.recordKey,
    authorities: authoritiesIn(catalogue),
    environment: receiver.environment,
  });
  const messages = found.map(({ case_key, root_case_key, version_no, nullification, serious }, index) => ({
    sponsor_key: sponsorKey,
    batch_key: batchKey,
    seq: index + 1,
    case_key,
    root_case_key,
    kind: kindOfReport(
      { caseKey: case_key, versionNo: version_no, nullification, serious },
      earlier.get(root_case_key) ?? [],
    ),
    serious,
  }));
  await insertMessages(trx, messages);
}

function noSuchCase(caseKey: number): never {
  throw caseNotFound(caseKey);
}
