/** A case as lists show it: codes in words, in the language of the reader. */
import type { Static } from 'typebox';
import type { CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { NULLIFICATION } from '../../../shared/case/nullification.ts';
import type { CaseListRow as CaseListRowSchema, CASE_LIST_SORTS } from '../../../shared/contract/cases.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import type { ListColumn } from '../../lists/listColumns.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import type { FoundCase } from './cases.store.ts';

export type CaseListRow = Static<typeof CaseListRowSchema>;
export type CaseListSort = (typeof CASE_LIST_SORTS)[number];

/** The words for the code of the item with a role; what is in no list stays as it is. */
type Wording = (role: string, code: string | null) => string | null;

/** Made once a list: finds words by code without looking through the lists again. */
export function wordingOf({ catalogue: { whole, codeLists } }: Deps, language: Language): Wording {
  const known = new Map<string, Map<string, string>>();
  const words = ({ codeList, codes }: CodeList): Map<string, string> => {
    const found = known.get(codeList) ?? new Map(codes.map(({ code, label }) => [code, label[language]]));
    known.set(codeList, found);
    return found;
  };
  return (role, code) => {
    const list = codeLists[whole.items[whole.roles[role] ?? '']?.codeList ?? ''];
    return (code !== null && list && words(list).get(code)) || code;
  };
}

export const listRowOf = (
  found: FoundCase,
  wording: Wording,
  items: Record<string, string> = {},
): CaseListRow => ({
  caseKey: found.case_key,
  caseNo: found.case_no,
  versionNo: found.version_no,
  reportType: wording('typeOfReport', found.report_type),
  patientName: found.patient_name,
  age: ageInWords(found.age, wording),
  sex: wording('sex', found.sex),
  productName: found.product_name,
  aeTerm: found.ae_term,
  aeStartDate: found.ae_start_date,
  country: wording('reactionCountry', found.country),
  serious: found.serious,
  firstReceived: found.first_received,
  mostRecent: found.most_recent,
  workflowStatus: found.workflow_status,
  senderName: found.sender_name,
  locked: found.locked,
  reviewed: found.reviewed,
  deleted: found.del_flag === 'Y',
  nullified: found.nullification === NULLIFICATION,
  updatedAt: found.updated_at.toISOString(),
  updatedBy: found.updated_by,
  items,
});

/** Number and unit; the column holds the unit's code. */
function ageInWords(age: string | null, wording: Wording): string | null {
  const [number, unit] = age?.split(' ') ?? [];
  return unit === undefined ? age : `${number} ${wording('ageUnit', unit) ?? unit}`;
}

/** What a column says of a case, as text for a file. */
export function cellText(
  { columnId, item, options }: ListColumn,
  row: CaseListRow,
  language: Language,
): string {
  if (item) return row.items[columnId] ?? '';
  const words = (code: string) => options?.find((option) => option.code === code)?.label[language] ?? code;
  switch (columnId) {
    case 'status':
      return (options ?? [])
        .filter(({ code }) => row[code as keyof CaseListRow] === true)
        .map(({ label }) => label[language])
        .join(', ');
    case 'serious':
      return words(String(row.serious));
    case 'firstReceived':
    case 'mostRecent':
      return displayDate(row[columnId] ?? '');
    default:
      return String(row[columnId as keyof CaseListRow] ?? '');
  }
}
