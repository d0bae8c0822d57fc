/** The unsaved edits of a case: the session of the open page, and of pages that were left with edits. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { changeCount, type ChangeSet } from '../../../../shared/case/changeSet.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { differs, type ItemValue } from '../../../../shared/case/itemValue.ts';
import type { EditPlace, EditsSnapshot, Finding, PageSession } from '../../../engine/index.ts';
import type { Recorder } from '../../../journal/index.ts';
import type { PageRecorders, RecordedPage } from '../../../page-editor/restore-edits/usePageJournal.ts';
import { separateEdits } from '../../../page-editor/restore-edits/restoreOffer.ts';
import { makeListeners } from '../../../listeners/listeners.ts';
import type { PageAddress, PageContent } from '../page.queries.ts';

export interface EditedPage {
  key: string;
  pageAddress: PageAddress;
  content: Pick<PageContent, 'retrievedAt'>;
  session: PageSession;
  catalogue: Catalogue;
}

interface Entry extends EditedPage {
  isOpen: boolean;
  recorder: Recorder | null;
  /** the journal that the recorder writes into */
  journal: object | null;
  startRecorder: ((page?: RecordedPage) => Recorder) | null;
  /** what its new row was stored as, as long as the page is open or something is pending in it */
  stored: StoredRow | null;
  unsubscribe: () => void;
}

/** What a new row was stored as. */
export interface StoredRow {
  /** of its page */
  key: string;
  /** leads to it */
  path: string;
  rowNo: number;
}

/** An item that a save did not take. */
export interface Refusal {
  finding: Finding;
  /** of its page */
  session: PageSession | null;
  /** what was not taken */
  value: ItemValue | null;
}

/** Those of a page that are still as they were refused. */
export const openRefusals = (refusals: readonly Refusal[], session: PageSession): Finding[] =>
  refusals.flatMap(({ finding, value, session: of }) =>
    of === session && value && !differs(session.get(finding), value) ? finding : [],
  );

/** One for each visit of a case. */
export interface CaseEdits extends PageRecorders {
  caseKey: number;
  /** Sets whether a page that is left keeps its edits. */
  setKeeps(keeps: boolean): void;
  /** The page is open from now on. */
  open(page: EditedPage): void;
  /** The page is left: its session stays if it has edits and pages keep them. */
  leave(key: string): void;
  /**
   * The new row of the page was stored: what is typed into it since then belongs to the page of the stored row, at once or
   * when this page is left and nothing is pending in it.
   */
  storedAs(page: Pick<EditedPage, 'key' | 'session'>, row: StoredRow): void;
  find(key: string): EditedPage | null;
  /** A page that was left with edits. */
  left(key: string): EditedPage | null;
  /** Pages with unsaved edits, by key; the same object until that changes. */
  dirty(): readonly EditedPage[];
  /** Items that the last save did not take, in whatever page; none after one that went through. */
  refuse(items: readonly Finding[]): void;
  /** All that the last save did not take; the same object until the next save. */
  refusals(): readonly Refusal[];
  subscribeRefusals(listener: () => void): () => void;
  /** All unsaved edits. */
  changes(): ChangeSet;
  /** The session that has unsaved edits at an address, otherwise the open one. */
  sessionAt(address: ItemAddress): PageSession | null;
  /** Undoes a step of the page edited last, except of this one. Answers its page, and the item that changed. */
  undoElsewhere(key: string): { page: EditedPage; touched: ItemAddress | null } | null;
  subscribeDirty(listener: () => void): () => void;
  /** Called after every edit of any page. */
  subscribeEdits(listener: () => void): () => void;
  /** Ends all recorders; what is unsaved stays in the journal. */
  dispose(): void;
}

const isDirty = ({ session }: EditedPage): boolean => session.isDirty();
const isPending = ({ session }: EditedPage): boolean => session.store.get(session.pendingCount) > 0;

/** Edits of a row not yet stored, with the row itself, so that readers of the case find it. */
function changesOf({ session }: EditedPage): ChangeSet {
  const { items, rows } = session.changes();
  const begun = session.newRow();
  if (!begun || items.length + rows.length === 0) return { items, rows };
  return { items, rows: [...rows, { ...begun, sort: Number.MAX_SAFE_INTEGER }] };
}

/** Whether a page shows a place of another page of the same rows: a matrix shows all rows of its group, a form one row. */
const shows =
  ({ matrix, rowNo }: PageAddress) =>
  (place: EditPlace): boolean =>
    matrix ? place.groups.includes(matrix) : place.rowNo === rowNo;

const isAllIn = (session: PageSession, snapshot: EditsSnapshot): boolean =>
  changeCount(separateEdits(snapshot, session).unfit) === 0;

export function createCaseEdits(caseKey: number): CaseEdits {
  const entries = new Map<string, Entry>();
  const dirtyListeners = makeListeners();
  const editListeners = makeListeners();
  /** keys in the order of their last edits */
  const lastEdited = new Set<string>();
  let keeps = false;
  let dirtyPages: readonly EditedPage[] = [];
  let refusals: readonly Refusal[] = [];
  const refusalListeners = makeListeners();

  const refresh = (): void => {
    const next = [...entries.values()].filter(isDirty);
    const isSame =
      next.length === dirtyPages.length &&
      next.every(({ session }, at) => dirtyPages[at]?.session === session);
    if (isSame) return;
    dirtyPages = next;
    dirtyListeners.notify();
  };
  const remove = (entry: Entry): void => {
    entry.unsubscribe();
    entries.delete(entry.key);
    lastEdited.delete(entry.key);
    editListeners.notify();
    refresh();
  };
  const end = (entry: Entry): void => {
    void entry.recorder?.stop();
    remove(entry);
    goOn(entry);
  };

  /** What ends later than its page, e.g. an upload, goes on in the page that has replaced it: that of another catalogue. */
  const goOn = (ended: Entry): void => {
    const { key, session, startRecorder } = ended;
    if (!isPending(ended)) return;
    // in the journal, which offers them
    session.takeEdits(() => true);
    session.subscribeEdits(() => {
      const snapshot = session.snapshotEdits();
      if (changeCount(snapshot.changes) === 0) return;
      const there = entries.get(key);
      if (there && !there.session.readOnly && isAllIn(there.session, snapshot))
        there.session.restoreEdits(snapshot);
      else {
        const recorder = startRecorder?.();
        recorder?.touch();
        void recorder?.stop();
      }
      session.takeEdits(() => true);
    });
  };

  const watch = (page: EditedPage): (() => void) => {
    const { key, session } = page;
    const leaveEdits = session.subscribeEdits(() => {
      lastEdited.delete(key);
      lastEdited.add(key);
      const entry = entries.get(key);
      entry?.recorder?.touch();
      editListeners.notify();
      if (entry) becomeIfStored(entry);
    });
    const leaveDirty = session.subscribeDirty(() => {
      const entry = entries.get(key);
      if (!entry || entry.isOpen || isDirty(entry)) return refresh();
      entry.recorder?.touch();
      end(entry);
    });
    return () => {
      leaveEdits();
      leaveDirty();
    };
  };

  /** An address is edited in one session: that of the page opened last, among those that show it. */
  const takeOver = ({ key, pageAddress, session }: EditedPage): void => {
    if (session.readOnly) return;
    for (const other of entries.values()) {
      if (other.key === key || other.session.page !== session.page) continue;
      const isShown = shows(pageAddress);
      const taken = other.session.takeEdits((place) => isShown(place) && session.has(place));
      if (taken) session.restoreEdits(taken);
    }
  };

  /** The edits of a page of a new row become those of the stored row. */
  const carryOver = (entry: Entry, { key, path, rowNo }: StoredRow): void => {
    const session = entry.session.asStored(rowNo);
    const there = entries.get(key);
    const snapshot = session.snapshotEdits();
    let recorder = there?.recorder ?? null;
    if (there && !there.session.readOnly && isAllIn(there.session, snapshot))
      there.session.restoreEdits(snapshot);
    else {
      recorder = entry.startRecorder?.({ place: key, path, session }) ?? null;
      recorder?.touch();
      // the journal offers what the open page cannot take
      if (there) void recorder?.stop();
      else {
        const page = { ...entry, key, pageAddress: { ...entry.pageAddress, rowNo }, session };
        entries.set(key, { ...page, isOpen: false, stored: null, recorder, unsubscribe: watch(page) });
      }
    }
    // they are in the journal as edits of the stored row before those of the new one are removed
    void Promise.resolve(recorder?.flush()).then(() => entry.recorder?.discard());
  };

  /** What is pending arrives in the page first. */
  const becomeIfStored = (entry: Entry): void => {
    const { stored, session } = entry;
    if (!stored || entry.isOpen || isPending(entry)) return;
    entry.stored = null;
    carryOver(entry, stored);
    remove(entry);
    session.takeEdits(() => true);
    // what was begun in the page of the new row may end later, e.g. a translation
    session.subscribeEdits(() => {
      if (!session.isDirty()) return;
      carryOver(entry, stored);
      session.takeEdits(() => true);
    });
  };

  const sessionAt: CaseEdits['sessionAt'] = (address) => {
    const isAt = ({ session, catalogue }: EditedPage): boolean => {
      const page = catalogue.items[address.itemId]?.page ?? catalogue.groups[address.itemId]?.page;
      return page === session.page && session.rootPath.every((number) => number === address.rowNo);
    };
    const all = [...entries.values()];
    const found = dirtyPages.find(isAt) ?? all.find(isAt) ?? all.find(({ isOpen }) => isOpen);
    return found?.session ?? null;
  };

  return {
    caseKey,
    setKeeps(next) {
      keeps = next;
    },
    open(page) {
      const before = entries.get(page.key);
      if (before?.session === page.session) {
        Object.assign(before, page, { isOpen: true });
        takeOver(page);
        return;
      }
      if (before) end(before);
      entries.set(page.key, {
        ...page,
        isOpen: true,
        recorder: null,
        journal: null,
        startRecorder: null,
        stored: null,
        unsubscribe: watch(page),
      });
      editListeners.notify();
      takeOver(page);
      refresh();
    },
    leave(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entry.isOpen = false;
      if (entry.stored && isDirty(entry)) becomeIfStored(entry);
      else if (!keeps || !isDirty(entry)) end(entry);
    },
    storedAs({ key, session }, row) {
      const entry = entries.get(key);
      // the next new row has the same key
      if (entry?.session !== session) return;
      entry.stored = row;
      becomeIfStored(entry);
    },
    forget(key) {
      const entry = entries.get(key);
      if (!entry) return;
      void entry.recorder?.discard();
      remove(entry);
    },
    find: (key) => entries.get(key) ?? null,
    left(key) {
      const entry = entries.get(key);
      return entry && !entry.isOpen ? entry : null;
    },
    record(key, journal, start) {
      const entry = entries.get(key);
      if (!entry) return null;
      if (entry.recorder === null || entry.journal !== journal) {
        void entry.recorder?.stop();
        entry.recorder = start();
        entry.startRecorder = start;
        entry.journal = journal;
      }
      if (isDirty(entry)) entry.recorder.touch();
      return entry.recorder;
    },
    dirty: () => dirtyPages,
    refuse(items) {
      refusals = items.map((finding) => {
        const session = sessionAt(finding);
        return { finding, session, value: session?.get(finding) ?? null };
      });
      refusalListeners.notify();
    },
    refusals: () => refusals,
    subscribeRefusals: refusalListeners.add,
    changes() {
      const all = [...entries.values()].map(changesOf);
      return { items: all.flatMap(({ items }) => items), rows: all.flatMap(({ rows }) => rows) };
    },
    sessionAt,
    undoElsewhere(key) {
      for (const other of [...lastEdited].toReversed()) {
        const entry = entries.get(other);
        if (!entry || other === key || !entry.session.store.get(entry.session.canUndo)) continue;
        const { pageAddress, content, session, catalogue } = entry;
        const undone = session.undo();
        const touched = undone && 'itemId' in undone ? undone : null;
        return { page: { key: other, pageAddress, content, session, catalogue }, touched };
      }
      return null;
    },
    subscribeDirty: dirtyListeners.add,
    subscribeEdits: editListeners.add,
    dispose() {
      for (const entry of entries.values()) {
        entry.unsubscribe();
        void entry.recorder?.stop();
      }
      entries.clear();
      lastEdited.clear();
      refresh();
    },
  };
}
