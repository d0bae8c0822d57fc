/** A batch as it is stored. */
import type { Residue } from '../../shared/e2b/index.ts';
import type { ReceivedEnvelope } from '../messages/envelope.ts';

/** The envelope of a batch and what it holds that no item takes. */
export const batchRow = ({
  envelope: { batchNumber, sender, receiver, sentAt },
  residue,
}: {
  envelope: ReceivedEnvelope;
  residue: readonly Residue[];
}) => ({ batch_number: batchNumber, sender, receiver, sent_at: sentAt, residue: JSON.stringify(residue) });
