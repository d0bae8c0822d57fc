/** Cases as wholes: the list of them, and adding one (specification section 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';
import { ToldApart, TypedContent } from './duplicates.ts';
import { defineList, defineListExport } from './lists.ts';

const CASE_LIST = {
  path: '/1.0/cases',
  menuId: 'MU-CS',
  summary: 'The newest versions of the cases of a sponsor that the user may see; `rowKey` is the caseKey',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;

/**
 * Where in the workflow the cases are, as the numbers of the home page count them (readHomeWorkflow). Where any of these is
 * asked, nothing else narrows the list: the user's own filters are set aside.
 */
const InWorkflow = {
  /** key of a step */
  workflow: Type.Optional(Type.String({ maxLength: 60 })),
  /** mine: taken by the user; role: of a role of his, or of a step that one of them may own; unassigned: taken by nobody */
  owner: Type.Optional(OneOf('mine', 'role', 'unassigned')),
  /** Y: longer in their step than they may be */
  late: Type.Optional(OneOf('Y')),
};

const cases = defineList(CASE_LIST);

const casesAsFile = defineListExport(CASE_LIST);

export const listCases = { ...cases, query: Type.Object({ ...cases.query.properties, ...InWorkflow }) };

export const exportCases = {
  ...casesAsFile,
  query: Type.Object({ ...casesAsFile.query.properties, ...InWorkflow }),
};

export const addCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/case-add',
  summary: 'Makes a case with the next case number: an empty one, or a copy of another',
  access: ['EDIT.CASE'],
  body: Type.Object({
    senderKey: Type.Optional(Type.Integer()),
    /** fills it with what this one says, without what is of one case alone, such as numbers and dates of receipt */
    copyOf: Type.Optional(
      Type.Object({
        caseKey: Type.Integer(),
        /** ids of the pages that are copied; unasked: all */
        pages: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { minItems: 1, maxItems: 40 })),
        attachments: Type.Boolean(),
      }),
    ),
    /** fills it with what was typed into the duplicate check */
    content: Type.Optional(TypedContent),
    /** cases the check found that it is no duplicate of, each with the reason */
    notDuplicateOf: Type.Optional(Type.Array(ToldApart, { maxItems: 100 })),
  }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String() }),
});
