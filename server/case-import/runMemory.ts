/** The messages of a run that were read so far: a later one may be of the same case. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { MessageContent } from './followUpRows.ts';
import type { CaseIdentity } from './knownCase.store.ts';
import { outOfTurn, type Turn } from './turn.ts';

/** The messages of a case with one creation date, which tells versions apart. */
export interface SameTime {
  fingerprints: Set<string>;
  /** of the first of them; null: memory has no room for it */
  first: MessageContent | null;
}

interface EarlierMessage {
  /** the first message of the case */
  seq: number;
  created: Map<string | null, SameTime>;
  /** of its newest message */
  turn: Turn;
  patient: CaseContent;
}

interface ReadMessage extends Pick<EarlierMessage, 'seq' | 'turn' | 'patient'> {
  batchNo: number;
  created: string | null;
  fingerprint: string;
}

export interface RunMemory {
  find: (identity: CaseIdentity) => EarlierMessage | undefined;
  add: (identity: CaseIdentity, message: ReadMessage & MessageContent) => void;
  /** Forgets the messages of the batch that is being read: it turned out to be unreadable. */
  forget: (batchNo: number) => void;
}

interface Remembered extends ReadMessage {
  keys: readonly string[];
  /** of the first message of a case with its creation date; null: of another one, or memory had no room for it */
  first: MessageContent | null;
}

/** Characters of the contents that are remembered: of a thousand reports and more. */
const MAX_CHARACTERS = 20_000_000;
/** What a value takes beside its text. */
const VALUE_CHARACTERS = 100;

const sizeOf = ({ content, residue }: MessageContent): number =>
  content.values.reduce((sum, { value }) => sum + VALUE_CHARACTERS + (value?.length ?? 0), 0) +
  JSON.stringify(residue).length;

/** The worldwide number counts more. */
const keysOf = ({ caseNumber, worldwideId }: CaseIdentity): string[] => [
  ...(worldwideId === null ? [] : [`worldwide ${worldwideId}`]),
  ...(caseNumber === null ? [] : [`sender ${caseNumber}`]),
];

/** Remembers by both numbers of a case. */
export function runMemory(): RunMemory {
  let messages: Remembered[] = [];
  let characters = 0;
  const known = new Map<string, EarlierMessage>();

  const find = (keys: readonly string[]): EarlierMessage | undefined =>
    keys.map((key) => known.get(key)).find((message) => message !== undefined);

  const put = ({ keys, seq, turn, patient, created, fingerprint, first }: Remembered): void => {
    const earlier = find(keys) ?? { seq, created: new Map(), turn, patient };
    if (outOfTurn(earlier.turn, turn) !== 'older') earlier.turn = turn;
    const sameTime = earlier.created.get(created) ?? { fingerprints: new Set(), first };
    sameTime.fingerprints.add(fingerprint);
    earlier.created.set(created, sameTime);
    for (const key of keys) known.set(key, earlier);
  };

  const ifThereIsRoom = (content: MessageContent): MessageContent | null => {
    const size = sizeOf(content);
    if (characters + size > MAX_CHARACTERS) return null;
    characters += size;
    return content;
  };

  return {
    find: (identity) => find(keysOf(identity)),
    add: (identity, { content, residue, ...message }) => {
      const keys = keysOf(identity);
      const isFirst = !find(keys)?.created.has(message.created);
      const remembered = { ...message, keys, first: isFirst ? ifThereIsRoom({ content, residue }) : null };
      messages.push(remembered);
      put(remembered);
    },
    forget: (batchNo) => {
      for (const { batchNo: batch, first } of messages)
        if (batch === batchNo && first) characters -= sizeOf(first);
      messages = messages.filter((message) => message.batchNo !== batchNo);
      // a case of an earlier batch has versions, numbers and a turn of this one
      known.clear();
      for (const message of messages) put(message);
    },
  };
}
