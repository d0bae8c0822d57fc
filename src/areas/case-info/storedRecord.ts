/** A page of a record as it is stored. */
import type { QueryClient } from '@tanstack/react-query';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { refreshSession } from '../../session/sessionStore.ts';
import type { StoredPage } from '../../page-editor/save/saveWorld.ts';
import { recordQuery, recordQueryKey, storeRecord, type RecordPageAddress } from './records.queries.ts';

/**
 * Records with an item of this role are senders: the header shows it. A session that begins to have a sender leads to other
 * addresses, so one that was just added is opened first.
 */
const LOGO_ROLE = 'senderLogo';

interface StoredRecordInput {
  kind: RecordKind;
  address: RecordPageAddress;
  appendix: string;
  queries: QueryClient;
}

export function storedRecord({ kind, address, appendix, queries }: StoredRecordInput): StoredPage {
  const isNew = address.recordKey === 0;
  return {
    isNew,
    save: async (request) => {
      const { recordKey, ...saved } = await storeRecord(address, request);
      // a new record is opened by its key, as a new row by its number
      return { ...saved, rowNo: recordKey };
    },
    invalidate: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: recordQueryKey(address), refetchType: 'active' }),
        queries.invalidateQueries({ queryKey: ['list', kind.menuId] }),
        ...(!isNew && Object.hasOwn(kind.catalogue.roles, LOGO_ROLE) ? [refreshSession()] : []),
      ]),
    readAgain: () => queries.fetchQuery({ ...recordQuery(address, appendix), staleTime: 0 }),
  };
}
