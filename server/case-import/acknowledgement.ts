/** The answer to the sender of a batch that was imported. */
import type { Acknowledgement, BatchCode } from '../../shared/submission/acknowledgement.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { StoredBatch, StoredMessage } from './importRun.store.ts';
import { whyTextForSender } from './refusals.ts';

type Outcome = Pick<StoredMessage, 'outcome' | 'message_no'>;

const isStored = ({ outcome }: Outcome): boolean => outcome === 'new' || outcome === 'followUp';

/** An acknowledgement names the batch that it answers, and is written when each message has its outcome. */
export const canBeAcknowledged = ({ batch_number }: StoredBatch, messages: readonly Outcome[]): boolean =>
  batch_number !== null && codeOfBatch(messages) !== null;

/** AA: all messages are stored, AE: not all, AR: the file cannot be read; null: the import is not over. */
export function codeOfBatch(messages: readonly Outcome[]): BatchCode | null {
  if (messages.length === 0 || messages.some(({ outcome }) => outcome === null)) return null;
  if (messages.some(({ message_no }) => message_no === 0)) return 'AR';
  return messages.every(isStored) ? 'AA' : 'AE';
}

const BATCH_TEXTS: Readonly<Record<BatchCode, string>> = {
  AA: 'All reports of the batch are stored.',
  AE: 'Not all reports of the batch are stored; see the answers to each of them.',
  AR: 'The batch cannot be read; nothing of it is stored.',
};

export interface AcknowledgedBatch {
  batch: StoredBatch;
  messages: readonly StoredMessage[];
  /** of the acknowledgement */
  number: string;
  at: Date;
}

/**
 * Composes the acknowledgement of a batch that can have one. Sender and receiver change places; findings that tell something
 * of blinded values are left out.
 */
export function composeAcknowledgement(
  { whole }: CatalogueSource,
  { batch, messages, number, at }: AcknowledgedBatch,
): Acknowledgement {
  const code = codeOfBatch(messages) ?? 'AE';
  const [first] = messages;
  return {
    number,
    sender: batch.receiver ?? '',
    receiver: batch.sender ?? '',
    sentAt: `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`,
    batchNumber: batch.batch_number ?? '',
    batchSentAt: batch.sent_at,
    code,
    text: code === 'AR' && first?.fault ? `${BATCH_TEXTS.AR} ${first.fault}` : BATCH_TEXTS[code],
    messages: messages
      .filter(({ message_no }) => message_no > 0)
      .map((message) => ({
        messageNumber: numberOf(batch, message),
        localNumber: isStored(message) ? message.case_no : null,
        code: isStored(message) ? 'CA' : 'CR',
        text: isStored(message) ? findingsText(message) : refusalText(message),
        createdAt: message.sent_at,
      })),
  };

  function refusalText({ why, why_items: whyItems, fault, reason }: StoredMessage): string {
    const text = fault ?? whyTextForSender(whole, { why, whyItems });
    return why === 'skipped' && reason ? `${text}: ${reason}` : text;
  }

  /** A report is stored with the errors that its rules have found; its sender learns of them. */
  function findingsText({ details: { findings = [] } }: StoredMessage): string | null {
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return null;
    return errors
      .map(({ itemId, message }) => `${itemId} ${whole.items[itemId]?.label.en ?? ''}: ${message.en}`)
      .join('; ');
  }
}

/** E2B(R3) answers the number of the message, E2B(R2) that of the report. */
const numberOf = ({ form }: StoredBatch, { message_number, case_number }: StoredMessage): string =>
  (form === 'R2' ? case_number : message_number) ?? case_number ?? message_number ?? '';
