/** The messages of a run that were read so far: a later one may be of the same case. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { CaseIdentity } from './knownCase.store.ts';
import { outOfTurn, type Turn } from './turn.ts';

interface EarlierMessage {
  /** the first message of the case */
  seq: number;
  batchNo: number;
  /** its messages by their creation dates, which tell versions of a case apart; the fingerprints of each */
  created: Map<string | null, Set<string>>;
  /** of its newest message */
  turn: Turn;
  patient: CaseContent;
}

export interface RunMemory {
  find: (identity: CaseIdentity) => EarlierMessage | undefined;
  add: (identity: CaseIdentity, message: EarlierMessage) => void;
  /** forgets the messages of a batch that turned out to be unreadable */
  forget: (batchNo: number) => void;
}

/** Remembers by both numbers of a case; the worldwide one counts more. */
export function runMemory(): RunMemory {
  const known = new Map<string, EarlierMessage>();
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
      const first = find(identity);
      if (first && outOfTurn(first.turn, message.turn) !== 'older') first.turn = message.turn;
      if (first)
        for (const [created, prints] of message.created)
          first.created.set(created, new Set([...prints, ...(first.created.get(created) ?? [])]));
      for (const key of keysOf(identity)) known.set(key, first ?? message);
    },
    forget: (batchNo) => {
      for (const [key, message] of known) if (message.batchNo === batchNo) known.delete(key);
    },
  };
}
