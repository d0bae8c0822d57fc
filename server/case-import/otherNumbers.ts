/** A follow-up that comes under another number than its case has. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { valueOf } from './valueOf.ts';

/** Which number identifies a case to everybody that has it. */
const ROLES = ['caseNumber', 'worldwideId'] as const;

/**
 * The received content under the numbers of the case, which receivers know it by. The number that the message has for it is
 * added to the other numbers of the case.
 */
export function withNumbersOf(
  { roles, items }: Pick<Catalogue, 'roles' | 'items'>,
  known: CaseContent,
  received: CaseContent,
  newUuid: () => string,
): CaseContent {
  const own = new Set(ROLES.map((role) => roles[role] ?? ''));
  const isOwn = ({ itemId }: CaseValue): boolean => own.has(itemId);
  const other = items[roles['otherCaseId'] ?? ''];
  const [group = ''] = other?.groups ?? [];
  const number = received.values.find(({ itemId }) => itemId === roles['caseNumber'])?.value ?? null;
  const values = [...received.values.filter((value) => !isOwn(value)), ...known.values.filter(isOwn)];
  if (!other || group === '' || number === null) return { ...received, values };
  const hasOthers = roles['otherCaseIds'] ?? '';
  const plain = { nullFlavor: null, notation: null };
  const withOthers = [
    ...values.filter(({ itemId }) => itemId !== hasOthers),
    ...(hasOthers === '' ? [] : [{ ...addressAt(hasOthers, []), value: 'true', ...plain }]),
  ];
  const found = values.find(({ itemId, value }) => itemId === other.itemId && value === number);
  // the row of an earlier follow-up that this message does not have
  if (found)
    return {
      values: withOthers,
      rows: received.rows.map((row) =>
        row.group === group && row.rowNo === found.rowNo ? { ...row, deleted: false } : row,
      ),
    };
  const rowsOfGroup = received.rows.filter((row) => row.group === group);
  const rowNo = Math.max(0, ...rowsOfGroup.map((row) => row.rowNo)) + 1;
  const sort = Math.max(0, ...rowsOfGroup.map((row) => row.sort)) + 1;
  return {
    values: [...withOthers, { ...addressAt(other.itemId, [rowNo]), value: number, ...plain }],
    rows: [...received.rows, { group, rowNo, rowNo2: 0, rowNo3: 0, rowId: newUuid(), sort, deleted: false }],
  };
}

/** The received content, under the numbers of the case where the sender of each has given it another one. */
export function underNumberOf(
  catalogue: Pick<Catalogue, 'roles' | 'items'>,
  known: CaseContent,
  received: CaseContent,
  newUuid: () => string,
): CaseContent {
  const [ours, theirs] = [known, received].map((content) => valueOf(content, catalogue.roles['caseNumber']));
  const isOther = ours !== null && theirs !== null && ours !== theirs;
  return isOther ? withNumbersOf(catalogue, known, received, newUuid) : received;
}
