/** The world of the save machine: server and page session, without React. */
import {
  type AfterSave,
  type OtherVersion,
  type Refreshed,
  type SaveEvent,
  type SaveOutcome,
  type StaleAnswer,
} from '../../../machines/save/save.machine.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import type { PageSession, RemoteContent } from '../../engine/index.ts';
import { outcomeOfRefusal, sendAttempt, staleKey } from './staleItems.ts';
import { usualReason } from './usualReason.ts';

/** Changes as they are sent. */
interface SaveRequest {
  reason: string;
  retrievedAt: string;
  changes: ChangeSet['items'];
  rows: ChangeSet['rows'];
}

/** The page as it is stored. */
export interface StoredPage {
  /** it has no number yet: what is saved is opened at an address of its own */
  isNew: boolean;
  /** `rowNo`: number of the saved row or record, 0 for a form */
  save: (request: SaveRequest) => Promise<{ rowNo: number; retrievedAt: string; rows: readonly CaseRow[] }>;
  /** what was read of it is old */
  invalidate: () => Promise<unknown>;
  readAgain: () => Promise<RemoteContent>;
  /** whether the save separates the version from others; omitted if it never does */
  mayDisconnect?: () => boolean;
  findOtherVersions?: () => Promise<readonly OtherVersion[]>;
}

export interface SaveWorldInput {
  /** as the page was opened */
  content: { rowNo: number; retrievedAt: string };
  session: PageSession;
  catalogue: Catalogue;
  stored: StoredPage;
  /** a save was refused, or failed, whose page was left meanwhile */
  onFailedAway?: (error: unknown) => void;
  /** a new row was stored whose page was left meanwhile */
  onStoredAway?: (rowNo: number) => void;
}

interface Sent {
  changes: ChangeSet;
  rowNo: number;
  /** when it was stored, and the rows that were added with the numbers they got; absent where nothing was left to store */
  stored?: { at: string; rows: readonly CaseRow[] };
  /** it has become the original */
  isCleared?: boolean;
}

export interface SaveWorld {
  /** The request of a save as the machine decides over it. */
  request(afterSave: AfterSave | null): SaveEvent;
  findOtherVersions(): Promise<readonly OtherVersion[]>;
  submit(reason: string): Promise<SaveOutcome>;
  settleConflict(answer: StaleAnswer): void;
  /** What was sent becomes the original; what was typed since then stays a change. */
  clearChanges(): void;
  /** Reads the page again and puts it below the changes made meanwhile; a new row is read at its own address instead. */
  refresh(): Promise<Refreshed>;
  /** the number of the row that was saved last, 0 for a form */
  savedRowNo(): number;
}

/** The rows to send: a row not yet stored is sent with its id, so that it is stored once, however often it is sent. */
export const withNewRow = (session: PageSession, rows: ChangeSet['rows']): ChangeSet['rows'] => {
  const added = session.newRow();
  return added ? [added, ...rows] : rows;
};

/** The world of one page, whose save goes on when the page is left. */
export interface PageSaveWorld extends SaveWorld {
  /** The machine ends with the page: what is stored then becomes the original without it. */
  setOpen(isOpen: boolean): void;
}

/** The world of one open page. */
export function createSaveWorld(input: SaveWorldInput): PageSaveWorld {
  const { content, session, catalogue, stored: storage } = input;
  let sent: Sent | null = null;
  let failure: unknown = null;
  let isOpen = true;

  const clearChanges = (): void => {
    if (sent === null || sent.isCleared) return;
    session.acknowledgeSave(sent.changes, sent.stored);
    sent = { ...sent, isCleared: true };
  };
  const clearIfLeft = (): void => {
    if (isOpen || !sent?.stored || sent.isCleared) return;
    clearChanges();
    if (storage.isNew) input.onStoredAway?.(sent.rowNo);
    storage.invalidate().catch((error: unknown) => console.warn('a saved page could not be read', error));
  };

  const send = async (reason: string): Promise<SaveOutcome> => {
    const changes = session.changes();
    sent = { changes, rowNo: content.rowNo };
    // all that was left to save was settled as theirs
    if (changeCount(changes) === 0) return { kind: 'saved' };
    const retrievedAt = session.retrievedAt() ?? content.retrievedAt;
    try {
      const { rowNo, ...stored } = await storage.save({
        reason,
        retrievedAt,
        changes: changes.items,
        rows: withNewRow(session, changes.rows),
      });
      sent = { changes, rowNo, stored: { at: stored.retrievedAt, rows: stored.rows } };
      clearIfLeft();
      return { kind: 'saved' };
    } catch (error) {
      failure = error;
      return outcomeOfRefusal(error);
    }
  };
  /** The machine, which would say why a save failed, ended with the page. */
  const tellIfLeft = (): void => {
    if (!isOpen) input.onFailedAway?.(failure);
  };

  return {
    request(afterSave) {
      const changes = session.changes();
      return {
        type: 'save.requested',
        changeCount: changeCount(changes),
        savedBefore: session.isSaved(),
        usual: usualReason([{ catalogue, session, changes }]),
        mayDisconnect: storage.mayDisconnect?.() ?? false,
        afterSave,
      };
    },

    findOtherVersions: async () => (await storage.findOtherVersions?.()) ?? [],

    async submit(reason) {
      try {
        const outcome = await sendAttempt({
          send: () => send(reason),
          noteUnanswered: () => sent && session.noteUnanswered(sent.changes),
          resolveOwn: session.resolveOwn,
        });
        if (outcome.kind === 'stale') tellIfLeft();
        return outcome;
      } catch (error) {
        tellIfLeft();
        throw error;
      }
    },

    settleConflict({ stale, takeTheirs }) {
      const theirs = new Set(takeTheirs);
      for (const item of stale) session.resolveConflict(item, theirs.has(staleKey(item)) ? 'theirs' : 'mine');
    },

    clearChanges,

    setOpen(next) {
      isOpen = next;
      clearIfLeft();
    },

    async refresh() {
      const newRow = storage.isNew;
      await storage.invalidate();
      if (!newRow) session.receiveRemote(await storage.readAgain());
      return { newRow, unsaved: session.isDirty() };
    },

    savedRowNo: () => sent?.rowNo ?? content.rowNo,
  };
}
