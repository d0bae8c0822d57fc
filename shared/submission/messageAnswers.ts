/** What an acknowledgement means for each message of its batch. */
import type {
  Acknowledgement,
  BatchCode,
  MessageAcknowledgement,
  MessageCode,
} from './acknowledgement.types.ts';

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
 * below "Warnings:". EMA adds that the report was correct, and which it replaced. Other programs fill the field with a word
 * for nothing.
 */
const PLAIN_SUCCESS = [
  /^(report loaded success?fully\.?|message successfully processed.*|ok)$/i,
  /^(none|n\/a|no (errors?|warnings?|comments?)( (or|and) (errors?|warnings?|comments?))?)\.?$/i,
  /^safety report loaded; validated against \S+ business rules;?(\s+comments: parsing process: correct report;(\s+classification: .*)?)?$/i,
];

/** The last word counts too: receivers write "message number, blank, case number". */
const namesIn = (named: string): string[] => [named, ...named.split(/\s+/)];

interface NamedPart {
  part: MessageAcknowledgement;
  /** how many parts have the name */
  count: number;
  isContradicted: boolean;
}

/** The parts of an answer by the names in them. */
function byNames(parts: readonly MessageAcknowledgement[]): ReadonlyMap<string, NamedPart> {
  const byName = new Map<string, NamedPart>();
  for (const part of parts)
    for (const name of new Set(namesIn(part.messageNumber))) {
      const known = byName.get(name);
      if (!known) byName.set(name, { part, count: 1, isContradicted: false });
      else {
        known.count += 1;
        if (known.part.code !== part.code) known.isContradicted = true;
      }
    }
  return byName;
}

/**
 * One answer for each message: the first that names it, or else its case and no other message. Left to a user are
 * a message that both is accepted and refused, one that an AE does not name or an AA that refuses something else, and those of
 * one case if there are fewer answers that name it.
 */
export function messageAnswers(ack: Acknowledgement, sent: readonly SentMessage[]): AnswerOfMessage[] {
  const numbers = new Set(sent.map(({ messageNumber }) => messageNumber));
  const isNumbered = ({ messageNumber }: MessageAcknowledgement): boolean =>
    namesIn(messageNumber).some((name) => numbers.has(name));
  const byNumber = byNames(ack.messages.filter(isNumbered));
  const byCase = byNames(ack.messages.filter((part) => !isNumbered(part)));
  const unnumbered = Map.groupBy(
    sent.filter(({ messageNumber }) => !byNumber.has(messageNumber)),
    ({ caseNumber }) => caseNumber,
  );
  const unknown = new Set(unknownNumbers(ack, sent));
  const refusesAnother = ack.messages.some(
    ({ code, messageNumber }) => code === 'CR' && unknown.has(messageNumber),
  );
  const ofBatch = { AA: refusesAnother ? 'undecided' : 'accepted', AE: 'undecided', AR: 'rejected' } as const;
  return sent.map(({ seq, messageNumber, caseNumber }) => {
    const numbered = byNumber.get(messageNumber);
    const own = numbered ?? byCase.get(caseNumber);
    if (!own) return { seq, verdict: ofBatch[ack.code], code: ack.code, text: ack.text, localNumber: null };
    const isAmbiguous = !numbered && own.count < (unnumbered.get(caseNumber)?.length ?? 0);
    const isLeft = own.isContradicted || isAmbiguous;
    return { seq, ...ownAnswer(own.part, ack.code), ...(isLeft && LEFT) };
  });
}

const LEFT = { verdict: 'undecided', localNumber: null } as const;

/** What contradicts the answer to the batch, a user decides: a refusal where all was loaded, and the other way round. */
const ownAnswer = (
  { code, text, localNumber }: MessageAcknowledgement,
  ofBatch: BatchCode,
): Omit<AnswerOfMessage, 'seq'> => {
  const isPlain = text === null || PLAIN_SUCCESS.some((plain) => plain.test(text.trim()));
  const accepted = isPlain ? 'accepted' : 'acceptedWithWarning';
  const verdict = code === 'CA' ? accepted : 'rejected';
  return { verdict: ofBatch === CONTRADICTION[code] ? 'undecided' : verdict, code, text, localNumber };
};

const CONTRADICTION: Readonly<Record<MessageCode, BatchCode>> = { CA: 'AR', CR: 'AA' };

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
