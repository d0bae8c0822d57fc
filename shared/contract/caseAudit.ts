/** The audit trail of a case: of one item, page by page, as a list, and the check of its hash chain. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { FileNameOf, ItemAddress, Nullable, OneOf, Paged, Paging } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

export const AuditEntry = Type.Object({
  no: Type.Integer(),
  time: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  page: Type.String(),
  ...ItemAddress.properties,
  /** in the language asked for, as it read when the change was made */
  itemLabel: Type.String(),
  action: OneOf(
    'add',
    'change',
    'clear',
    'rowAdd',
    'rowDelete',
    'rowRestore',
    'rowMove',
    'status',
    'followUp',
    'copy',
    'notDuplicate',
    'codeReviewed',
    'codedAgain',
    'codeDecided',
    'receivers',
    'question',
    'lateReason',
    'unblinding',
    'legalHold',
    'pseudonymised',
    'disconnect',
    'import',
    'download',
    'submitted',
  ),
  oldValue: Nullable(Type.String()),
  oldNullFlavor: Nullable(Type.String()),
  oldNotation: Nullable(Type.String()),
  oldProperties: FileNameOf,
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  properties: FileNameOf,
  reason: Type.String(),
  source: OneOf('screen', 'import', 'sync', 'ai', 'system', 'computed', 'hidden'),
  /** of a signed change of status, submission or pseudonymisation: the meaning of the signature, a code of the list `signature-meaning` */
  signed: Nullable(Type.String()),
});

export const readItemAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/item-audit-trail',
  summary: 'Every change of one item, newest first',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  query: Type.Object({
    pageId: Type.Optional(Type.String()),
    itemId: Type.String(),
    rowNo: Type.Optional(Type.Integer()),
    rowNo2: Type.Optional(Type.Integer()),
    rowNo3: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

export const readCaseAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/AT',
  summary: 'The audit trail of a case, newest first, paged',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  query: Type.Object({
    ...Paging,
    page: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Paged(AuditEntry),
});

export const verifyCaseAudit = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/audit-trail/verification',
  summary: 'Verifies the hash chain of the case, and that the case has the content that it records',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    whole: Type.Boolean(),
    /**
     * What differs: a save was changed, added or removed; the end of the chain was cut off or replaced; the chain differs
     * from its anchor; the key of the chain is missing, so that nothing can be concluded; the stored content of the case
     * differs from its audit trail.
     */
    problem: Nullable(OneOf('save', 'head', 'anchor', 'keyMissing', 'content')),
    saves: Type.Integer(),
    brokenAt: Nullable(Type.Integer()),
    head: Nullable(Type.String()),
    /** the first items or rows whose content differs; an empty `itemId`: a version as a whole */
    differences: Type.Array(Type.Object({ caseKey: Type.Integer(), ...ItemAddress.properties })),
  }),
});

/** The trail of all versions as a list (contract/lists): filtered, ordered, exported as any other. */
const AUDIT_LIST = {
  path: '/1.0/cases/:caseKey/audit-trail',
  menuId: 'MU-CS-AT',
  summary: 'The audit trail of all versions of a case',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;
const params = Type.Object({ caseKey: Type.Integer() });

export const listCaseAudit = defineCall({ ...defineList(AUDIT_LIST), params });
export const exportCaseAudit = defineCall({ ...defineListExport(AUDIT_LIST), params });
