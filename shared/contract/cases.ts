/** Whole cases: the list of them, and adding one (specification section 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CreationKey, OfLibrary, OneOf } from './common.ts';
import { DuplicateDismissal, TypedContent } from './duplicates.ts';
import { defineList, defineListExport } from './lists.ts';

const CASE_LIST = {
  path: '/1.0/cases',
  menuId: 'MU-CS',
  summary: 'The newest versions of the cases of a sponsor that the user may see; `rowKey` is the caseKey',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;

/**
 * Workflow filter, counted as on the home page (readHomeWorkflow). If any of these is given, the user's own filters
 * are ignored.
 */
const InWorkflow = {
  /** key of a step */
  workflow: Type.Optional(Type.String({ maxLength: 60 })),
  /**
   * mine: claimed by the user; role: owned by one of the user's roles, or in a step that one of them may own;
   * unassigned: not claimed; claimable: both of these
   */
  owner: Type.Optional(OneOf('mine', 'role', 'unassigned', 'claimable')),
  /** Y: sent back to an earlier step, and claimed by the user or claimable */
  returned: Type.Optional(OneOf('Y')),
  /** Y: past the due day of its step */
  late: Type.Optional(OneOf('Y')),
};

const cases = defineList(CASE_LIST);

const casesAsFile = defineListExport(CASE_LIST);

export const listCases = {
  ...cases,
  query: Type.Object({ ...cases.query.properties, ...InWorkflow, ...OfLibrary }),
};

/** The view of all cases that comes with the list (`schemas/lists/MU-CS.list.json`): nothing of the user's filters it. */
export const ALL_CASES_VIEW = -6;

export const exportCases = {
  ...casesAsFile,
  query: Type.Object({ ...casesAsFile.query.properties, ...InWorkflow, ...OfLibrary }),
};

export const addCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/case-add',
  summary: 'Makes a case with the next case number: an empty one, or a copy of another',
  access: ['EDIT.CASE'],
  body: Type.Object({
    senderKey: Type.Optional(Type.Integer()),
    ...CreationKey,
    /**
     * copies the content of this case, except values that belong to one case only, such as numbers and dates of
     * receipt
     */
    copyOf: Type.Optional(
      Type.Object({
        caseKey: Type.Integer(),
        /** ids of the pages to copy; default: all */
        pages: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { minItems: 1, maxItems: 40 })),
        attachments: Type.Boolean(),
      }),
    ),
    /** initial content: the values entered in the duplicate check */
    content: Type.Optional(TypedContent),
    /** matches of the duplicate check that were dismissed, each with the reason */
    notDuplicateOf: Type.Optional(Type.Array(DuplicateDismissal, { maxItems: 100 })),
  }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String() }),
});
