/** What the pretend authority of a demo answers to a batch that it has judged. */
import type { Acknowledgement } from '../../../shared/submission/acknowledgement.types.ts';
import type { PretendAnswer } from '../../../shared/submission/pretendAnswers.ts';
import { writeAcknowledgement } from '../../../shared/submission/writeAcknowledgement.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import type { Judgement } from './judge.ts';

const GARBAGE = '<html><body>504 Gateway Time-out</body></html>\n';

/** The files that the pretend authority answers a batch with, in their order. */
export function answersTo(
  pretend: PretendAnswer,
  judgement: Judgement,
  { catalogue, now }: { catalogue: CatalogueSource; now: Date },
): string[] {
  const acknowledge = (judged: Judgement, attempt: number) => acknowledgementOf(judged, { attempt, now });
  const checked = acknowledge(judgement, 1);
  const rejected = acknowledge(
    withRejection(judgement, catalogue, () => true),
    1,
  );
  const partly = acknowledge(
    withRejection(judgement, catalogue, (index) => index === 0),
    1,
  );
  const answers: Record<PretendAnswer, string[]> = {
    check: [checked],
    late: [checked],
    rejected: [rejected],
    partly: [partly],
    twice: [checked, acknowledge(judgement, 2)],
    contradiction: [
      checked,
      acknowledge(
        withRejection(judgement, catalogue, () => true),
        2,
      ),
    ],
    otherBatch: [acknowledge({ ...judgement, batchNumber: `${judgement.batchNumber}-other` }, 1)],
    garbage: [GARBAGE, checked],
    silent: [],
  };
  return answers[pretend];
}

/** Refuses messages for an item that is missing, as authorities word it. */
function withRejection(
  judgement: Judgement,
  { whole }: CatalogueSource,
  isRejected: (index: number) => boolean,
): Judgement {
  const item = whole.roles['reporterQualification'] ?? whole.roles['caseNumber'] ?? '';
  const text = `Element value for ${whole.items[item]?.label.en ?? item} With Tag Id ${item} is Mandatory.`;
  return {
    ...judgement,
    messages: judgement.messages.map((message, index) =>
      isRejected(index) ? { ...message, verdict: 'rejected', text } : message,
    ),
  };
}

function acknowledgementOf(judgement: Judgement, { attempt, now }: { attempt: number; now: Date }): string {
  const { batchNumber, sender, receiver, fault = null } = judgement;
  // what cannot be read has no messages
  const messages = fault === null ? judgement.messages : [];
  const isAll = messages.every(({ verdict }) => verdict !== 'rejected');
  const ack: Acknowledgement = {
    number: `PRETEND-${batchNumber}-${attempt}`,
    sender: receiver,
    receiver: sender,
    sentAt: `${now.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`,
    batchNumber,
    code: fault === null ? (isAll ? 'AA' : 'AE') : 'AR',
    text:
      fault ??
      (isAll
        ? 'message successfully processed, no further action (pretend authority)'
        : 'some ICSR message(s) need further action (pretend authority)'),
    messages: messages.map(({ messageNumber, verdict, text }, index) => ({
      messageNumber,
      localNumber: `PRETEND-${index + 1}`,
      code: verdict === 'rejected' ? 'CR' : 'CA',
      text: text ?? 'Report Loaded Successfully',
    })),
  };
  return writeAcknowledgement(ack);
}
