/** The world of the save machine: server and page session, without React. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type AfterSave,
  type OtherVersion,
  type Refreshed,
  type SaveEvent,
  type SaveOutcome,
  type StaleAnswer,
} from '../../../../machines/save/save.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../../shared/case/caseContent.ts';
import { changeCount, type ChangeSet } from '../../../../shared/case/changeSet.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import { CallFailure } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { PageSession } from '../../../engine/index.ts';
import { contentQuery, saveContent, type PageContent, type PageAddress } from '../page.queries.ts';
import { versionsQuery } from '../status/versions.queries.ts';
import { staleItemsOf } from './staleItems.ts';

/** Error code of a save that changes nothing. */
export const NO_MODIFIED_DATA = 'NO_MODIFIED_DATA';

export interface SaveWorldInput {
  pageAddress: PageAddress;
  appendix: string;
  /** as the page was opened */
  content: PageContent;
  session: PageSession;
  catalogue: Catalogue;
  queries: QueryClient;
}

interface Sent {
  changes: ChangeSet;
  rowNo: number;
  /** when it was stored, and the rows that were added with the numbers they got; absent where nothing was left to store */
  stored?: { at: string; rows: readonly CaseRow[] };
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

/** The world of one open page. */
export function createSaveWorld(input: SaveWorldInput): SaveWorld {
  const { pageAddress, appendix, content, session, catalogue, queries } = input;
  const { caseKey } = pageAddress;
  let savedBefore = content.saved === 'Y';
  let sent: Sent | null = null;

  /** Specification section 4: another number makes of a version a case of its own. */
  const mayDisconnect = (): boolean => {
    const itemId = catalogue.roles['caseNumber'];
    if (itemId === undefined || session.original(addressAt(itemId, [])).value === null) return false;
    return session.changes().items.some((item) => item.itemId === itemId);
  };
  const isUnsaved = (): boolean => session.store.get(session.dirtyCount) > 0;

  return {
    request: (afterSave) => ({
      type: 'save.requested',
      changeCount: changeCount(session.changes()),
      savedBefore,
      mayDisconnect: mayDisconnect(),
      afterSave,
    }),

    async findOtherVersions() {
      const { listInfo } = await queries.fetchQuery({ ...versionsQuery(caseKey), staleTime: 0 });
      return listInfo.filter((version) => version.caseKey !== caseKey);
    },

    async submit(reason) {
      const changes = session.changes();
      sent = { changes, rowNo: content.rowNo };
      // all that was left to save was settled as theirs
      if (changeCount(changes) === 0) return { kind: 'saved' };
      const retrievedAt = session.retrievedAt() ?? content.retrievedAt;
      try {
        const { rowNo, ...stored } = await saveContent(pageAddress, {
          reason,
          retrievedAt,
          changes: changes.items,
          rows: changes.rows,
        });
        sent = { changes, rowNo, stored: { at: stored.retrievedAt, rows: stored.rows } };
        return { kind: 'saved' };
      } catch (error) {
        const stale = staleItemsOf(error);
        if (stale) return { kind: 'stale', items: stale };
        // an earlier save was stored though its answer was lost, or another user has stored the same
        if (error instanceof CallFailure && error.errCode === NO_MODIFIED_DATA) return { kind: 'saved' };
        throw error;
      }
    },

    settleConflict({ stale, takeTheirs }) {
      const theirs = new Set(takeTheirs);
      for (const item of stale)
        session.resolveConflict(item, theirs.has(addressKey(item)) ? 'theirs' : 'mine');
    },

    clearChanges() {
      if (sent === null) return;
      session.acknowledgeSave(sent.changes, sent.stored);
      savedBefore = true;
    },

    async refresh() {
      const newRow = pageAddress.rowNo === 0;
      await queries.invalidateQueries({ queryKey: caseQueryKey(caseKey), refetchType: 'active' });
      if (!newRow)
        session.receiveRemote(
          await queries.fetchQuery({ ...contentQuery(pageAddress, appendix), staleTime: 0 }),
        );
      return { newRow, unsaved: isUnsaved() };
    },

    savedRowNo: () => sent?.rowNo ?? content.rowNo,
  };
}
