/** The calls of the records of a kind: those of case info, or a kind's own. */
import {
  exportCompanies,
  exportCompanyAudit,
  exportRecordAudit,
  exportRecords,
  exportUserAudit,
  exportUsers,
  listCompanies,
  listCompanyAudit,
  listRecordAudit,
  listRecords,
  listUserAudit,
  listUsers,
  readCompany,
  readCompanyItemAudit,
  readRecord,
  readRecordItemAudit,
  readUser,
  readUserItemAudit,
  saveCompany,
  saveRecord,
  saveUser,
  type BodyOf,
  type Call,
  type DataOf,
  type ListCall,
} from '../../../shared/contract/index.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { call } from '../../api/index.ts';

export interface RecordAddress {
  sponsorKey: number;
  kind: string;
  /** 0: a new record */
  recordKey: number;
}

export interface RecordPageAddress extends RecordAddress {
  page: string;
}

interface RecordCalls {
  read: (address: RecordPageAddress, signal: AbortSignal) => Promise<DataOf<typeof readRecord>>;
  save: (address: RecordPageAddress, body: BodyOf<typeof saveRecord>) => Promise<DataOf<typeof saveRecord>>;
  itemAudit: (
    record: RecordAddress,
    address: ItemAddress,
    signal: AbortSignal,
  ) => Promise<DataOf<typeof readRecordItemAudit>>;
  list: ListCall;
  listFile: Call;
  audit: ListCall;
  auditFile: Call;
  auditMenu: string;
  /** path parameters of lists and audit trail */
  paramsOf: (record: RecordAddress) => Record<string, string | number>;
}

const OF_CASE_INFO: RecordCalls = {
  read: (address, signal) => call(readRecord, { params: { ...address }, signal }),
  save: (address, body) => call(saveRecord, { params: { ...address }, body }),
  itemAudit: (record, address, signal) =>
    call(readRecordItemAudit, { params: { ...record }, query: { ...address }, signal }),
  list: listRecords,
  listFile: exportRecords,
  audit: listRecordAudit,
  auditFile: exportRecordAudit,
  auditMenu: 'MU-CI-AT',
  paramsOf: (record) => ({ ...record }),
};

const userOf = ({ sponsorKey, recordKey }: RecordAddress) => ({ sponsorKey, userKey: recordKey });

const companyOf = ({ sponsorKey, recordKey }: RecordAddress) => ({ sponsorKey, companyKey: recordKey });

const OWN: Readonly<Record<string, RecordCalls>> = {
  user: {
    read: (address, signal) => call(readUser, { params: userOf(address), signal }),
    save: (address, body) => call(saveUser, { params: userOf(address), body }),
    itemAudit: (record, address, signal) =>
      call(readUserItemAudit, { params: userOf(record), query: { ...address }, signal }),
    list: listUsers,
    listFile: exportUsers,
    audit: listUserAudit,
    auditFile: exportUserAudit,
    auditMenu: 'MU-AD-US-AT',
    paramsOf: userOf,
  },
  company: {
    read: (address, signal) => call(readCompany, { params: companyOf(address), signal }),
    save: (address, body) => call(saveCompany, { params: companyOf(address), body }),
    itemAudit: (record, address, signal) =>
      call(readCompanyItemAudit, { params: companyOf(record), query: { ...address }, signal }),
    list: listCompanies,
    listFile: exportCompanies,
    audit: listCompanyAudit,
    auditFile: exportCompanyAudit,
    auditMenu: 'AD-MU-CO-AT',
    paramsOf: companyOf,
  },
};

export const callsOf = (kind: string): RecordCalls => OWN[kind] ?? OF_CASE_INFO;
