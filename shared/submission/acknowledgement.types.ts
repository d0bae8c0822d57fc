/** An acknowledgement of a receiver, as read from its file or before it is written. */

/** What became of the batch: all loaded, some not, nothing readable. */
export const BATCH_CODES = ['AA', 'AE', 'AR'] as const;
export type BatchCode = (typeof BATCH_CODES)[number];

/** What became of a message: loaded, or not. */
export type MessageCode = 'CA' | 'CR';

export interface MessageAcknowledgement {
  /** the number of our message as the receiver repeats it; some add the case number after a blank */
  messageNumber: string;
  /** the number that the receiver gave the report */
  localNumber: string | null;
  code: MessageCode;
  text: string | null;
  /** when the answered message was created, as written; left out or null: not known, as in E2B(R2) */
  createdAt?: string | null;
}

export interface Acknowledgement {
  /** of the acknowledgement itself */
  number: string;
  /** who answers */
  sender: string;
  /** who gets the answer: the sender of the batch */
  receiver: string;
  /** CCYYMMDDhhmmss with zone, as written */
  sentAt: string | null;
  /** the batch that is answered */
  batchNumber: string;
  /** when that was sent, as written; left out or null: not known */
  batchSentAt?: string | null;
  code: BatchCode;
  text: string | null;
  messages: readonly MessageAcknowledgement[];
}
