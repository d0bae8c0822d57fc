/** Queries of records of case info. All of them are below ['record', kind, recordKey]. */
import { queryOptions } from '@tanstack/react-query';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import {
  readRecordUses,
  type BodyOf,
  type DataOf,
  type readRecord,
  type saveRecord,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { callsOf, type RecordAddress, type RecordPageAddress } from './recordCalls.ts';

export type RecordContent = DataOf<typeof readRecord>;

export type Uses = DataOf<typeof readRecordUses>;

export type { RecordAddress, RecordPageAddress };

export const recordQueryKey = ({ sponsorKey, kind, recordKey }: RecordAddress) =>
  ['record', sponsorKey, kind, recordKey] as const;

/** The content of a page, read again each time it is opened and never replaced while it is open. */
export const recordQuery = ({ page, ...record }: RecordPageAddress, appendix: string) =>
  queryOptions({
    // outside of ['record']: invalidating a record must not feed an open form
    queryKey: ['recordContent', ...recordQueryKey(record), page, appendix],
    queryFn: ({ signal }) => callsOf(record.kind).read({ ...record, page }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    structuralSharing: false,
  });

export const storeRecord = (address: RecordPageAddress, body: BodyOf<typeof saveRecord>) =>
  callsOf(address.kind).save(address, body);

export const usesQuery = (record: RecordAddress) =>
  queryOptions({
    queryKey: [...recordQueryKey(record), 'uses'],
    queryFn: ({ signal }) => call(readRecordUses, { params: { ...record }, signal }),
    gcTime: 0,
  });

export const recordItemAuditQuery = (record: RecordAddress, address: ItemAddress) =>
  queryOptions({
    queryKey: [...recordQueryKey(record), 'itemAudit', address],
    queryFn: ({ signal }) => callsOf(record.kind).itemAudit(record, address, signal),
    gcTime: 0,
  });
