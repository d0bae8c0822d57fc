/** The audit trail of a case as a list (contract/lists): filtered, sorted and exported like any other. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { defineList, defineListExport } from './lists.ts';

const CALL = {
  path: '/1.0/cases/:caseKey/audit-trail',
  menuId: 'MU-CS-AT',
  summary: 'The audit trail of all versions of a case',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;
const params = Type.Object({ caseKey: Type.Integer() });

export const listCaseAudit = defineCall({ ...defineList(CALL), params });
export const exportCaseAudit = defineCall({ ...defineListExport(CALL), params });
