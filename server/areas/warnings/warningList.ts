/** Warnings as a list: a row each, which opens the case at the item. */
import { sql, type RawBuilder } from 'kysely';
import { casePagePath, linkQuery } from '../../../shared/case/itemLink.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { warningRows } from '../../warnings/warningRows.store.ts';
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
  search: (words) => sql<boolean>`(${sql.join(words.map(isHeld), sql` and `)})`,
  open: {
    values: {
      caseKey: sql`c.case_key`,
      page: sql`w.page`,
      pageRow: sql`w.page_row`,
      itemId: sql`w.item_id`,
      rowNo: sql`w.row_no`,
      rowNo2: sql`w.row_no2`,
      rowNo3: sql`w.row_no3`,
    },
    path: ({ caseKey, page, pageRow, itemId, rowNo, rowNo2, rowNo3 }) => {
      if (!page) return `case/${caseKey}/detail`;
      const path = casePagePath(Number(caseKey), page, Number(pageRow) || null);
      if (!itemId) return path;
      const [first = 0, second = 0, third = 0] = [rowNo, rowNo2, rowNo3].map(Number);
      return `${path}?${linkQuery({ itemId, rowNo: first, rowNo2: second, rowNo3: third })}`;
    },
  },
};

const isHeld = (word: string): RawBuilder<boolean> => sql`strpos(c.search, ${word}) > 0`;

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
