/**
 * How cases, messages and receivers of all sponsors stand, for system administrators. They read the views of migrations
 * 0093 and 0274, which have no content of a case.
 */
import { sql, type RawBuilder } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';
import { inLanguage } from '../../storage/inLanguage.ts';

const all = () => sql<boolean>`true`;

export const allCasesList: ListSource = {
  menuId: 'AD-MU-SE',
  from: sql`system_case c
    join sponsor sp on sp.sponsor_key = c.sponsor_key
    join company co on co.company_key = sp.company_key
    left join system_sender sd on sd.sponsor_key = c.sponsor_key and sd.sender_key = c.sender_key
    left join system_workflow_step st
      on st.sponsor_key = c.sponsor_key and st.workflow_key = c.workflow_status`,
  scope: all,
  key: sql`(c.sponsor_key || ' ' || c.case_key)`,
  name: 'caseNo',
  columns: {
    company: { value: sql`co.name`, notNull: true },
    sponsor: { value: sql`sp.name`, notNull: true },
    sender: { value: sql`sd.name` },
    caseNo: { value: sql`c.case_no`, notNull: true },
    caseKey: { value: sql`c.case_key`, notNull: true },
    versionNo: { value: sql`c.version_no`, notNull: true },
    state: {
      value: sql`case when c.del_flag = 'Y' then 'deleted' when c.locked then 'locked'
        when c.reviewed then 'reviewed' else 'open' end`,
      notNull: true,
    },
    workflowStep: { value: ({ language }) => inLanguage(sql`st.name`, language) },
    catalogueVersion: { value: sql`c.catalogue_version`, notNull: true },
    createdAt: { value: sql`c.created_at`, notNull: true },
    createdBy: { value: sql`c.created_by`, notNull: true },
    updatedAt: { value: sql`c.updated_at`, notNull: true },
    updatedBy: { value: sql`c.updated_by`, notNull: true },
  },
  search: searchIn(sql`c.case_no || ' ' || sp.name || ' ' || c.created_by || ' ' || c.updated_by`),
};

export const allMessagesList: ListSource = {
  menuId: 'AD-MU-SE-SM',
  from: sql`system_message m
    join sponsor sp on sp.sponsor_key = m.sponsor_key
    join company co on co.company_key = sp.company_key`,
  scope: all,
  key: sql`(m.sponsor_key || ' ' || m.batch_key || ' ' || m.seq)`,
  name: 'caseNo',
  columns: {
    company: { value: sql`co.name`, notNull: true },
    sponsor: { value: sql`sp.name`, notNull: true },
    batch: { value: sql`m.batch_key`, notNull: true },
    batchNumber: { value: sql`m.batch_number`, notNull: true },
    messageNumber: { value: sql`nullif(m.message_number, '')` },
    caseNo: { value: sql`m.case_no`, notNull: true },
    versionNo: { value: sql`m.version_no`, notNull: true },
    receiver: { value: sql`m.receiver`, notNull: true },
    environment: { value: sql`m.environment`, notNull: true },
    transport: { value: sql`m.transport`, notNull: true },
    batchState: { value: sql`m.batch_state`, notNull: true },
    state: { value: sql`m.state`, notNull: true },
    code: { value: sql`m.answer_code` },
    attempts: { value: sql`m.attempts`, notNull: true },
    fileSize: { value: sql`m.file_size` },
    createdAt: { value: sql`m.created_at`, notNull: true },
    createdBy: { value: sql`m.created_name`, notNull: true },
    sentAt: { value: sql`m.sent_at` },
    answeredAt: { value: sql`m.answered_at` },
  },
  search: searchIn(
    sql`m.case_no || ' ' || sp.name || ' ' || m.receiver || ' ' || m.batch_number || ' ' || m.message_number`,
  ),
};

/** The first text of the item with a role, as the sponsor of administration mode has it. */
const itemText =
  (role: string) =>
  ({ catalogue: { whole } }: ListReading): RawBuilder<string | null> => {
    const itemId = whole.records['receiver']?.catalogue.roles[role] ?? '';
    return sql<string | null>`(r.columns -> ${itemId}::text ->> 0)`;
  };

const coded = (role: string, codeList: string): SourceColumn => ({
  value: itemText(role),
  codes: (_trx, { catalogue }) => catalogue.codeLists[codeList]?.codes ?? [],
});

export const allReceiversList: ListSource = {
  menuId: 'AD-MU-CI',
  from: sql`system_receiver r
    join sponsor sp on sp.sponsor_key = r.sponsor_key
    join company co on co.company_key = sp.company_key`,
  scope: all,
  key: sql`(r.sponsor_key || ' ' || r.record_key)`,
  name: 'receiver',
  columns: {
    company: { value: sql`co.name`, notNull: true },
    sponsor: { value: sql`sp.name`, notNull: true },
    receiver: { value: sql`r.name`, notNull: true },
    type: coded('receiverType', 'receiver-type'),
    region: coded('receiverRegion', 'receiver-region'),
    batchId: { value: itemText('receiverBatchId') },
    messageId: { value: itemText('receiverMessageId') },
    environment: coded('receiverEnvironment', 'receiver-environment'),
    format: coded('receiverFormat', 'receiver-format'),
    recordState: { value: sql`case when r.del_flag = 'Y' then 'deleted' else r.state end`, notNull: true },
    recordVersion: { value: sql`r.version_no`, notNull: true },
    updatedAt: { value: sql`r.retrieved_at`, notNull: true },
    updatedBy: { value: sql`r.updated_by`, notNull: true },
  },
  search: searchIn(sql`r.search || ' ' || sp.name || ' ' || co.name`),
};
