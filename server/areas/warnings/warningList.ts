/** Warnings as a list: a row each, which opens the case at the item. */
import { sql } from 'kysely';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { warningRows } from '../../warnings/warningRows.store.ts';
import { caseContains, OPEN_AT_ITEM } from '../../lists/caseRows.ts';
import { searchEach } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { stepsOf } from '../../lists/sourceCodes.ts';
import { receiverCodes } from './warnings.store.ts';

export const warningList: ListSource = {
  menuId: 'MU-CS-WARNING',
  from: (reading) => sql`(${warningRows(reading)}) w
    join pv_case c on c.sponsor_key = ${reading.user.sponsorKey} and c.case_key = w.case_key
    left join role r on r.sponsor_key = c.sponsor_key and r.role_id = c.workflow_role_id
    left join app_user u on u.user_key = c.workflow_user_key`,
  scope: ({ user }) =>
    sql<boolean>`c.sponsor_key = ${user.sponsorKey} and c.latest and c.del_flag = 'N' and ${caseInScope(user)}`,
  // what is most urgent first, among those that are ordered alike
  key: sql<string>`concat_ws('|', w.warning, w.day, w.case_key, w.part)`,
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    versionNo: { value: sql`c.version_no`, notNull: true },
    warning: {
      value: sql`w.warning`,
      notNull: true,
      codes: (_trx, { catalogue }) =>
        Promise.resolve(catalogue.warnings.map(({ id, label }) => ({ code: id, label }))),
    },
    severity: {
      value: sql`case w.rank when 0 then 'error' when 1 then 'warning' else 'info' end`,
      order: sql`w.rank`,
      notNull: true,
    },
    receiver: {
      value: sql`w.receivers`,
      oneOf: (codes) => sql<boolean>`w.receivers && ${[...codes]}::text[]`,
      codes: receiverCodes,
    },
    item: { value: sql`w.place` },
    says: { value: sql`w.says` },
    day: { value: sql`w.day` },
    step: { value: sql`c.workflow_status`, codes: stepsOf },
    owner: { value: sql`coalesce(u.name, r.name)` },
  },
  search: searchEach(caseContains),
  open: OPEN_AT_ITEM,
};

/** The restriction of a deep link. */
export interface Restriction {
  warning?: string;
  receiver?: string;
  /** any version of the case */
  caseKey?: number;
}

/** Restricts the list to the rows of a deep link. */
export function restrictedTo(source: ListSource, { warning, receiver, caseKey }: Restriction): ListSource {
  const conditions = [
    ...(warning === undefined ? [] : [sql`w.warning = ${warning}`]),
    ...(receiver === undefined ? [] : [sql`${receiver} = any(w.receivers)`]),
    ...(caseKey === undefined
      ? []
      : [
          sql`c.root_case_key = (select v.root_case_key from pv_case v
            where v.sponsor_key = c.sponsor_key and v.case_key = ${caseKey})`,
        ]),
  ];
  return {
    ...source,
    scope: (reading) => sql<boolean>`${sql.join([source.scope(reading), ...conditions], sql` and `)}`,
  };
}
