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
  batchNo: number;
  created: Map<string | null, SameTime>;
  /** of its newest message */
  turn: Turn;
  patient: CaseContent;
}

interface NewMessage extends Pick<EarlierMessage, 'seq' | 'batchNo' | 'turn' | 'patient'>, MessageContent {
  created: string | null;
  fingerprint: string;
}

export interface RunMemory {
  find: (identity: CaseIdentity) => EarlierMessage | undefined;
  add: (identity: CaseIdentity, message: NewMessage) => void;
  /** forgets the messages of a batch that turned out to be unreadable */
  forget: (batchNo: number) => void;
}

/** Characters of the contents that are remembered: of a thousand reports and more. */
const MAX_CHARACTERS = 20_000_000;
/** What a value takes beside its text. */
const VALUE_CHARACTERS = 100;

const sizeOf = ({ content, residue }: MessageContent): number =>
  content.values.reduce((sum, { value }) => sum + VALUE_CHARACTERS + (value?.length ?? 0), 0) +
  JSON.stringify(residue).length;

/** Remembers by both numbers of a case; the worldwide one counts more. */
export function runMemory(): RunMemory {
  const known = new Map<string, EarlierMessage>();
  let characters = 0;
  const ifThereIsRoom = ({ content, residue }: MessageContent): MessageContent | null => {
    const size = sizeOf({ content, residue });
    if (characters + size > MAX_CHARACTERS) return null;
    characters += size;
    return { content, residue };
  };
  const keysOf = ({ caseNumber, worldwideId }: CaseIdentity): string[] => [
    ...(worldwideId === null ? [] : [`worldwide ${worldwideId}`]),
    ...(caseNumber === null ? [] : [`sender ${caseNumber}`]),
  ];
  const find: RunMemory['find'] = (identity) =>
    keysOf(identity)
      .map((key) => known.get(key))
      .find((message) => message !== undefined);
  return {
    find,
    add: (identity, message) => {
      const { seq, batchNo, turn, patient, created, fingerprint } = message;
      const earlier = find(identity) ?? { seq, batchNo, created: new Map(), turn, patient };
      if (outOfTurn(earlier.turn, turn) !== 'older') earlier.turn = turn;
      const sameTime = earlier.created.get(created);
      if (sameTime) sameTime.fingerprints.add(fingerprint);
      else
        earlier.created.set(created, {
          fingerprints: new Set([fingerprint]),
          first: ifThereIsRoom(message),
        });
      for (const key of keysOf(identity)) known.set(key, earlier);
    },
    forget: (batchNo) => {
      for (const [key, message] of known) if (message.batchNo === batchNo) known.delete(key);
    },
  };
}
