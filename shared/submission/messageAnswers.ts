/** What an acknowledgement means for each message of its batch. */
import type { Acknowledgement, BatchCode, MessageAcknowledgement } from './acknowledgement.types.ts';

/** A message that was sent, with the numbers that an answer may name it by. */
export interface SentMessage {
  seq: number;
  messageNumber: string;
  caseNumber: string;
}

export interface AnswerOfMessage {
  seq: number;
  verdict: 'accepted' | 'acceptedWithWarning' | 'rejected' | 'undecided';
  /** CA, CR, or the code of the batch where the answer has no part for the message */
  code: string;
  text: string | null;
  localNumber: string | null;
}

/** Texts that say nothing but that a report was loaded. */
const PLAIN_SUCCESS = /^(report loaded success?fully\.?|message successfully processed.*|ok)$/i;

/** The last word counts too: receivers write "message number, blank, case number". */
const isNamed = ({ messageNumber, caseNumber }: SentMessage, named: string): boolean => {
  const tokens = [named, ...named.split(/\s+/)];
  return tokens.includes(messageNumber) || tokens.includes(caseNumber);
};

/** One answer for each message. A message that an AE does not name is left to a user. */
export const messageAnswers = (ack: Acknowledgement, sent: readonly SentMessage[]): AnswerOfMessage[] =>
  sent.map((message) => {
    const own = ack.messages.find(({ messageNumber }) => isNamed(message, messageNumber));
    if (own) return { seq: message.seq, ...ownAnswer(own, ack.code) };
    const verdict = { AA: 'accepted', AE: 'undecided', AR: 'rejected' } as const;
    return {
      seq: message.seq,
      verdict: verdict[ack.code],
      code: ack.code,
      text: ack.text,
      localNumber: null,
    };
  });

/** A report that was refused in a batch of which all was loaded: a user decides. */
const ownAnswer = (
  { code, text, localNumber }: MessageAcknowledgement,
  ofBatch: BatchCode,
): Omit<AnswerOfMessage, 'seq'> => {
  const accepted = text === null || PLAIN_SUCCESS.test(text.trim()) ? 'accepted' : 'acceptedWithWarning';
  const refused = ofBatch === 'AA' ? 'undecided' : 'rejected';
  return { verdict: code === 'CA' ? accepted : refused, code, text, localNumber };
};

/** Numbers of messages in the answer that the batch does not have. */
export const unknownNumbers = (ack: Acknowledgement, sent: readonly SentMessage[]): string[] =>
  ack.messages
    .map(({ messageNumber }) => messageNumber)
    .filter((named) => !sent.some((message) => isNamed(message, named)));

/** The items that a text names, in its order: ids after "Tag Id", in brackets, or by themselves. */
export const itemsNamedIn = (text: string, isItem: (itemId: string) => boolean): string[] => {
  const words = text.match(/[A-Za-z][\w.-]*\w/g) ?? [];
  return [...new Set(words.filter((word) => /[.\d]/.test(word) && isItem(word)))];
};
