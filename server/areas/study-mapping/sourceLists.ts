/** The links of studies of a company as a list, and the audit trails of links and of sources. */
import { sql } from 'kysely';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { ADMIN_SPONSOR_KEY } from '../../../shared/access/systemAdminRoutes.ts';
import type { Chain } from '../../audit/auditEntry.ts';
import { auditList, type AuditListOf } from '../../audit/auditList.ts';
import { codesOfColumn, YES_NO } from '../../lists/listColumns.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import { composedKey, type ListSource } from '../../lists/listSource.ts';
import words from './words.json' with { type: 'json' };

const known: Record<string, LocalizedText | undefined> = words;

/** Of the sponsor of administration mode, whose audit trail the system administration writes. */
export const sourceChain = (sourceKey: number): Chain => ({
  sponsorKey: ADMIN_SPONSOR_KEY,
  scope: 'study-source',
  scopeKey: sourceKey,
});

export const linkChain = (sponsorKey: number, studyKey: number): Chain => ({
  sponsorKey: ADMIN_SPONSOR_KEY,
  scope: `study-link/${sponsorKey}`,
  scopeKey: studyKey,
});

const wordsOf: AuditListOf['wordsOf'] = (_trx, { language }, named) =>
  Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id));

export const sourceAuditList = auditList({
  menuId: 'AD-MU-CO-SS-AT',
  chainOf: (_trx, { of = 0 }) => Promise.resolve(sourceChain(of)),
  wordsOf,
  codesOf: ({ catalogue }, itemId) => {
    if (itemId === 'disabled') return YES_NO;
    return itemId === 'kind' ? codesOfColumn(catalogue, 'AD-MU-CO-ST', 'sourceKind') : null;
  },
});

/** `kind`: the sponsor of the study. */
export const mappingAuditList = auditList({
  menuId: 'AD-MU-CO-ST-AT',
  chainOf: (_trx, { of = 0, kind = '0' }) => Promise.resolve(linkChain(Number(kind), of)),
  wordsOf,
});

export const mappingList: ListSource = {
  menuId: 'AD-MU-CO-ST',
  from: sql`system_study_link k join sponsor sp on sp.sponsor_key = k.sponsor_key`,
  scope: ({ of }) => sql<boolean>`sp.company_key = ${of ?? 0}`,
  ...composedKey(sql`k.sponsor_key`, sql`k.study_key`),
  name: 'studyNo',
  columns: {
    studyNo: { value: sql`k.study_no`, notNull: true },
    studyName: { value: sql`k.study_name`, notNull: true },
    sponsor: { value: sql`sp.name`, notNull: true },
    source: { value: sql`k.source_name`, notNull: true },
    sourceKind: { value: sql`k.source_kind`, notNull: true },
    studyId: { value: sql`k.study_oid`, notNull: true },
    protocol: { value: sql`k.protocol`, notNull: true },
    state: {
      value: sql`case when k.disabled then 'off' when k.last_error is not null then 'failed'
        when k.read_at is null then 'never' else 'read' end`,
      notNull: true,
    },
    readAt: { value: sql`k.read_at` },
    subjects: { value: sql`k.subjects`, notNull: true },
    linkedAt: { value: sql`k.linked_at`, notNull: true },
  },
  search: searchIn(
    sql`k.study_no || ' ' || k.study_name || ' ' || k.study_oid || ' ' || k.protocol || ' ' || k.source_name`,
  ),
  open: {
    values: { company: sql`sp.company_key`, sponsor: sql`k.sponsor_key`, study: sql`k.study_key` },
    path: ({ company, sponsor, study }) =>
      `company/${company}/study-mapping/${study}/detail?sponsor=${sponsor}`,
  },
};
