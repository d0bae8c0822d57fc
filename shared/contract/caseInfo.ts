/**
 * What a selection dialog offers: senders, products, studies and roles of the sponsor (specification 2-dialogs section 7,
 * "Case-info ... options"). Each caller sees what his scope leaves him.
 */
import { Type, type TSchema } from 'typebox';
import { defineCall } from './call.ts';
import { Paged, Paging } from './common.ts';

/** Words of the columns are the specification's; section 3. */
export const SenderOption = Type.Object({
  SENDER_KEY: Type.Integer(),
  /** the same key, as the sender dialog's column is called */
  RPT_KEY: Type.Integer(),
  SND_ORGAN: Type.String(),
  /** codes of the lists of sender types and of countries; empty: not said */
  SND_TYPE: Type.String(),
  SND_COUNTRY: Type.String(),
});
export const StudyOption = Type.Object({
  STD_KEY: Type.Integer(),
  STD_SPN_NO: Type.String(),
  STD_NAME: Type.String(),
  /** a code of the list of study types; empty: not said */
  STD_TYPE: Type.String(),
});
export const ProductOption = Type.Object({
  PRD_KEY: Type.Integer(),
  PRD_NAME: Type.String(),
  /** empty: none is said */
  SUBSTANCE: Type.String(),
});
export const RoleOption = Type.Object({ ROLE_ID: Type.Integer(), ROLE_NAME: Type.String() });

const asked = {
  pageNo: Paging.pageNo,
  /** specification 2-dialogs section 9: ten unless said otherwise */
  rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  /** part of what a row shows; taken literally */
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  /** of these alone: keys, separated by commas. What is gone, or out of scope, is not answered */
  keys: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9}){0,99}$' })),
};
const ofCase = { ...asked, caseKey: Type.Optional(Type.Integer({ minimum: 1 })) };

/** Who works with cases, with their masters, or with what is exported of them has something to choose. */
const CHOOSERS = [
  ...(['READ.CASE', 'EDIT.CASE', 'READ.CASE_INFO', 'EDIT.CASE_INFO'] as const),
  ...(['READ.DATA', 'EDIT.DATA', 'READ.ADMIN', 'EDIT.ADMIN'] as const),
] as const;

const options = <
  const Of extends string,
  Query extends Parameters<typeof Type.Object>[0],
  Row extends TSchema,
>(
  of: Of,
  summary: string,
  query: Query,
  row: Row,
) =>
  ({
    method: 'GET',
    path: `/1.0/sponsors/:sponsorKey/case-info/${of}/options`,
    summary,
    access: CHOOSERS,
    params: Type.Object({ sponsorKey: Type.Integer() }),
    query: Type.Object(query),
    data: Paged(row),
  }) as const;

export const listSenderOptions = defineCall(
  options('senders', 'Senders to choose from; of a case: its own', ofCase, SenderOption),
);
export const listStudyOptions = defineCall(
  options('studies', 'Studies to choose from; of a case: those it names, or all', ofCase, StudyOption),
);
export const listProductOptions = defineCall(
  options('products', 'Products to choose from; of a case: those it names, or all', ofCase, ProductOption),
);
export const listRoleOptions = defineCall({
  ...options('roles', 'Roles that are in use', asked, RoleOption),
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
});
