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

/**
 * Texts that say nothing but that a report was loaded. FDA and EMA name the version of their rules; what is wrong follows
 * below "Warnings:". EMA adds that the report was correct, and which it replaced.
 */
const PLAIN_SUCCESS = [
  /^(report loaded success?fully\.?|message successfully processed.*|ok)$/i,
  /^safety report loaded; validated against \S+ business rules;?(\s+comments: parsing process: correct report;(\s+classification: .*)?)?$/i,
];

/** The last word counts too: receivers write "message number, blank, case number". */
const namesIn = (named: string): string[] => [named, ...named.split(/\s+/)];

/**
 * One answer for each message: the first that names it, or else its case, which other messages may be about. A message that an
 * AE does not name is left to a user, as is one that is both accepted and refused.
 */
export function messageAnswers(ack: Acknowledgement, sent: readonly SentMessage[]): AnswerOfMessage[] {
  const byName = new Map<string, { part: MessageAcknowledgement; isContradicted: boolean }>();
  for (const part of ack.messages)
    for (const name of new Set(namesIn(part.messageNumber))) {
      const known = byName.get(name);
      if (!known) byName.set(name, { part, isContradicted: false });
      else if (known.part.code !== part.code) known.isContradicted = true;
    }
  return sent.map(({ seq, messageNumber, caseNumber }) => {
    const own = byName.get(messageNumber) ?? byName.get(caseNumber);
    if (own) {
      const answer = ownAnswer(own.part, ack.code);
      return { seq, ...answer, ...(own.isContradicted && { verdict: 'undecided' as const }) };
    }
    const verdict = { AA: 'accepted', AE: 'undecided', AR: 'rejected' } as const;
    return { seq, verdict: verdict[ack.code], code: ack.code, text: ack.text, localNumber: null };
  });
}

/** A report that was refused in a batch of which all was loaded: a user decides. */
const ownAnswer = (
  { code, text, localNumber }: MessageAcknowledgement,
  ofBatch: BatchCode,
): Omit<AnswerOfMessage, 'seq'> => {
  const isPlain = text === null || PLAIN_SUCCESS.some((plain) => plain.test(text.trim()));
  const accepted = isPlain ? 'accepted' : 'acceptedWithWarning';
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
