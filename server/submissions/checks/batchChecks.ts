/** The checks of a batch as a whole. */
import type { ReportKind } from '../../../shared/submission/kindOfReport.ts';
import type { Batch } from '../batch.store.ts';
import { finding, type CheckFinding } from './checkFinding.ts';

const MB = 1024 * 1024;
/** Limits of authorities (sources: submission facts of the design, section 2); a batch has at most this many messages. */
const MAX_MESSAGES = 1000;
const MAX_MB: Readonly<Record<string, number>> = { EU: 20 };
/** Regions whose authority takes reports of trials and of marketed products in separate batches only. */
const SEPARATE_TRIALS = new Set(['JP']);
const TRIAL = '2';

export interface BatchFacts {
  size: number;
  messages: readonly { kind: ReportKind; typeOfReport: string | null; batchReceiver: string }[];
}

export function batchChecks(batch: Batch, { size, messages }: BatchFacts): CheckFinding[] {
  const { receiver, region, environment } = batch;
  const limit = MAX_MB[region];
  const megabytes = (size / MB).toFixed(2);
  const trials = messages.filter(({ typeOfReport }) => typeOfReport === TRIAL).length;
  const receivers = [...new Set(messages.map(({ batchReceiver }) => batchReceiver))].toSorted();
  const isMixed = trials > 0 && trials < messages.length;
  return [
    limit !== undefined && size > limit * MB
      ? finding('size', 'error', 'tooLarge', { values: { size: megabytes, limit, receiver } })
      : finding('size', 'info', 'size', { values: { size: megabytes } }),
    ...(messages.length > MAX_MESSAGES
      ? [finding('batch', 'error', 'tooMany', { values: { count: messages.length, limit: MAX_MESSAGES } })]
      : []),
    ...(isMixed && SEPARATE_TRIALS.has(region)
      ? [finding('batch', 'error', 'mixed', { values: { receiver } })]
      : []),
    ...(receivers.length > 1
      ? [
          finding('batch', 'error', 'severalReceivers', {
            values: { receiver, receivers: receivers.join(', ') },
          }),
        ]
      : []),
    ...(environment === 'test' ? [finding('batch', 'info', 'test')] : []),
  ];
}
