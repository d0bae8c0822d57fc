/** What users say of a code that a term has: the audit trail of the case records it, the case stays as it is. */
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, type AuditAction } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import { insertReview, type FoundTerm } from './coding.store.ts';

interface Remark {
  term: Pick<
    FoundTerm,
    'rootCaseKey' | 'caseKey' | 'page' | 'itemId' | 'rowNo' | 'rowNo2' | 'rowNo3' | 'textHash'
  >;
  action: Extract<AuditAction, 'codeReviewed' | 'codedAgain' | 'codeDecided'>;
  code: string;
  reason: string;
  at: Date;
}

interface RemarkAuthor {
  user: SessionUser;
  requestId: string;
}

export async function recordRemark(
  trx: Trx,
  deps: AuditWorld & CatalogueWorld,
  { user, requestId }: RemarkAuthor,
  { term: { rootCaseKey, caseKey, page, itemId, rowNo, rowNo2, rowNo3 }, action, code, reason, at }: Remark,
): Promise<void> {
  await appendChange(
    trx,
    deps,
    { user, requestId },
    { ...caseChain(user.sponsorKey, rootCaseKey), caseKey, at, page, reason },
    [
      {
        itemId,
        rowNo,
        rowNo2,
        rowNo3,
        page,
        action,
        before: EMPTY_VALUE,
        after: { ...EMPTY_VALUE, value: code },
      },
    ],
  );
}

/** The code is approved as long as the term has it, and its text. */
export const putReview = (
  trx: Trx,
  { userKey, userId, userName, sponsorKey }: SessionUser,
  { rootCaseKey, itemId, rowNo, rowNo2, rowNo3, textHash }: Remark['term'],
  { code, version, at }: { code: string; version: string; at: Date },
) =>
  insertReview(trx, {
    sponsor_key: sponsorKey,
    root_case_key: rootCaseKey,
    code,
    version,
    text_hash: textHash,
    at,
    item_id: itemId,
    row_no: rowNo,
    row_no2: rowNo2,
    row_no3: rowNo3,
    user_key: userKey,
    user_id: userId,
    user_name: userName,
  });
