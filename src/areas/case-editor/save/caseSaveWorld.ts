/** The world of the save machine for all unsaved pages of a case: one call, one reason. Without React. */
import type { QueryClient } from '@tanstack/react-query';
import type { SaveOutcome } from '../../../../machines/save/save.machine.ts';
import { changeCount, type ChangeSet } from '../../../../shared/case/changeSet.ts';
import { saveCasePages, type BodyOf, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { contentQuery, markContentsOutdated, type PageAddress } from '../page.queries.ts';
import { findOtherVersions, mayDisconnect } from './disconnection.ts';
import type { CaseEdits, EditedPage, StoredRow } from '../unsaved/caseEdits.ts';
import { withNewRow, type SaveWorld } from '../../../page-editor/save/saveWorld.ts';
import { outcomeOfRefusal, sendAttempt, staleKey } from '../../../page-editor/save/staleItems.ts';
import { usualReason } from '../../../page-editor/save/usualReason.ts';

type Body = BodyOf<typeof saveCasePages>;

export interface CaseSaveInput {
  caseKey: number;
  appendix: string;
  edits: CaseEdits;
  queries: QueryClient;
  /** the open page; null where none can be edited */
  openPage: () => EditedPage | null;
  /** a new row at an address, as it was stored */
  storedRow: (pageAddress: PageAddress, rowNo: number) => StoredRow;
  /** sends the pages; replaced in tests */
  send?: (body: Body) => Promise<DataOf<typeof saveCasePages>>;
}

interface Sent {
  page: EditedPage;
  changes: ChangeSet;
}

/** Each page keeps its edits until the answer of the whole save. */
export function createCaseSaveWorld(input: CaseSaveInput): SaveWorld {
  const { caseKey, appendix, edits, queries, openPage, storedRow } = input;
  const { send = (body) => call(saveCasePages, { params: { caseKey }, body }) } = input;
  let sent: readonly Sent[] = [];
  let stored: DataOf<typeof saveCasePages> | null = null;
  let savedOpen: EditedPage | null = null;

  const unsaved = (): Sent[] =>
    edits
      .dirty()
      .map((page) => ({ page, changes: page.session.changes() }))
      .filter(({ changes }) => changeCount(changes) > 0);

  /** A new row is read at its own address instead. */
  async function readOpenPage(): Promise<void> {
    const open = openPage();
    if (!open || open.pageAddress.rowNo === 0) return;
    open.session.receiveRemote(
      await queries.fetchQuery({ ...contentQuery(open.pageAddress, appendix), staleTime: 0 }),
    );
  }

  async function sendUnsaved(reason: string): Promise<SaveOutcome> {
    sent = unsaved();
    stored = null;
    savedOpen = openPage();
    // all that was left to save was settled as theirs
    if (sent.length === 0) return { kind: 'saved' };
    try {
      stored = await send({ reason, pages: sent.map(requestOf) });
      await markContentsOutdated(queries, caseKey);
      return { kind: 'saved' };
    } catch (error) {
      return outcomeOfRefusal(error);
    }
  }

  return {
    request(afterSave) {
      const pages = unsaved();
      return {
        type: 'save.requested',
        changeCount: pages.reduce((count, { changes }) => count + changeCount(changes), 0),
        // one reason for all: it is asked for if any of the pages was saved before
        savedBefore: pages.some(({ page }) => page.session.isSaved()),
        usual: usualReason(
          pages.map(({ page: { catalogue, session }, changes }) => ({ catalogue, session, changes })),
        ),
        mayDisconnect: pages.some(({ page: { catalogue, session }, changes }) =>
          mayDisconnect(catalogue, session, changes),
        ),
        afterSave,
      };
    },

    findOtherVersions: () => findOtherVersions(queries, caseKey),

    submit: (reason) =>
      sendAttempt({
        send: () => sendUnsaved(reason),
        noteUnanswered() {
          for (const { page, changes } of sent) page.session.noteUnanswered(changes);
        },
        resolveOwn: (item) => edits.sessionAt(item)?.resolveOwn(item) ?? false,
      }),

    settleConflict({ stale, takeTheirs }) {
      const theirs = new Set(takeTheirs);
      for (const item of stale)
        edits.sessionAt(item)?.resolveConflict(item, theirs.has(staleKey(item)) ? 'theirs' : 'mine');
    },

    clearChanges() {
      for (const [index, { page, changes }] of sent.entries()) {
        const { rowNo = 0, rows = [] } = stored?.pages[index] ?? {};
        page.session.acknowledgeSave(changes, stored ? { at: stored.retrievedAt, rows } : {});
        if (page.pageAddress.rowNo === 0 && rowNo > 0)
          edits.storedAs(page, storedRow(page.pageAddress, rowNo));
      }
    },

    async refresh() {
      const open = savedOpen;
      const isNewRow =
        open?.pageAddress.rowNo === 0 && sent.some(({ page }) => page.session === open.session);
      await Promise.all([
        queries.invalidateQueries({ queryKey: caseQueryKey(caseKey), refetchType: 'active' }),
        readOpenPage(),
      ]);
      return {
        newRow: isNewRow && openPage()?.session === open.session,
        unsaved: edits.dirty().length > 0,
      };
    },

    savedRowNo() {
      const at = sent.findIndex(({ page }) => page.session === savedOpen?.session);
      return stored?.pages[at]?.rowNo ?? 0;
    },
  };
}

function requestOf({ page: { pageAddress, content, session }, changes }: Sent): Body['pages'][number] {
  const { page, rowNo, matrix } = pageAddress;
  return {
    page,
    rowNo,
    ...(matrix && { matrix }),
    retrievedAt: session.retrievedAt() ?? content.retrievedAt,
    changes: changes.items,
    rows: withNewRow(session, changes.rows),
  };
}
