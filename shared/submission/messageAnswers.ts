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
const namesIn = (named: string): string[] => [named, ...named.split(/\s+/)];

/** One answer for each message: the first that names it. A message that an AE does not name is left to a user. */
export function messageAnswers(ack: Acknowledgement, sent: readonly SentMessage[]): AnswerOfMessage[] {
  const byName = new Map<string, number>();
  for (const [at, { messageNumber }] of ack.messages.entries())
    for (const name of namesIn(messageNumber)) if (!byName.has(name)) byName.set(name, at);
  const placeOf = (name: string): number => byName.get(name) ?? Infinity;
  return sent.map(({ seq, messageNumber, caseNumber }) => {
    const own = ack.messages[Math.min(placeOf(messageNumber), placeOf(caseNumber))];
    if (own) return { seq, ...ownAnswer(own, ack.code) };
    const verdict = { AA: 'accepted', AE: 'undecided', AR: 'rejected' } as const;
    return { seq, verdict: verdict[ack.code], code: ack.code, text: ack.text, localNumber: null };
  });
}

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
export function unknownNumbers(ack: Acknowledgement, sent: readonly SentMessage[]): string[] {
  const known = new Set(sent.flatMap(({ messageNumber, caseNumber }) => [messageNumber, caseNumber]));
  return ack.messages
    .map(({ messageNumber }) => messageNumber)
    .filter((named) => !namesIn(named).some((name) => known.has(name)));
}

/** The items that a text names, in its order: ids after "Tag Id", in brackets, or by themselves. */
export const itemsNamedIn = (text: string, isItem: (itemId: string) => boolean): string[] => {
  const words = text.match(/[A-Za-z][\w.-]*\w/g) ?? [];
  return [...new Set(words.filter((word) => /[.\d]/.test(word) && isItem(word)))];
};
