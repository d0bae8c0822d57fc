/**
 * Options of the selection dialogs: senders, products, studies and roles of the sponsor (specification 2-dialogs
 * section 7, "Case-info ... options"). Answers are limited to the caller's scope.
 */
import { Type, type TSchema } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf, Paged, Paging } from './common.ts';

/**
 * By item id of the list columns; the key under the key column of the kind, e.g. PRD_KEY. Options have the labels of coded
 * items in the language of the request, a single record their codes. Column names follow the specification, section 3.
 */
export const RecordOption = Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()]));
export const RoleOption = Type.Object({ ROLE_ID: Type.Integer(), ROLE_NAME: Type.String() });

const LookUpQuery = {
  pageNo: Paging.pageNo,
  /** specification 2-dialogs section 9: default ten */
  rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  /** substring of the displayed row; matched literally */
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  /**
   * restricts the answer to these keys, separated by commas; keys that no longer exist or are out of scope are
   * omitted
   */
  keys: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9}){0,99}$' })),
};
/** Keys of records of other kinds, to which what is offered has to belong. */
const BesideKeys = Type.Optional(Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9}){0,499}$' }));
export const OptionsOfCase = {
  ...LookUpQuery,
  /** -1: of no case */
  caseKey: Type.Optional(Type.Integer({ minimum: -1 })),
  /** Y: also records that were deleted, retired, or are drafts */
  deleteFilter: Type.Optional(OneOf('Y', 'N')),
};

/** Privileges of users who work with cases, case masters or exports. */
export const CHOOSERS = [
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
  options(
    'senders',
    'Senders to choose from; of a case: its own; of products and studies: those that these belong to',
    { ...OptionsOfCase, selectedProductKeys: BesideKeys, selectedStudyKeys: BesideKeys },
    RecordOption,
  ),
);
export const listStudyOptions = defineCall(
  options(
    'studies',
    'Studies to choose from; of a case: those it names, or all',
    OptionsOfCase,
    RecordOption,
  ),
);
export const listProductOptions = defineCall(
  options(
    'products',
    'Products to choose from; of a case: those it names, or all; of a study: those it names; of senders: theirs',
    {
      ...OptionsOfCase,
      studyKey: Type.Optional(Type.Integer({ minimum: 1 })),
      selectedSenderKeys: BesideKeys,
    },
    RecordOption,
  ),
);
export const listRoleOptions = defineCall({
  ...options('roles', 'Roles that are in use', LookUpQuery, RoleOption),
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
});

const one = <const Of extends string>(of: Of, summary: string) =>
  ({
    method: 'GET',
    path: `/1.1/sponsors/:sponsorKey/${of}/:recordKey`,
    summary,
    access: CHOOSERS,
    params: Type.Object({ sponsorKey: Type.Integer(), recordKey: Type.Integer({ minimum: 1 }) }),
    data: RecordOption,
  }) as const;

/** Also of records that can no longer be selected: cases still name them. */
export const readProduct = defineCall(one('products', 'A product, by the columns of selections'));
export const readStudy = defineCall(one('studies', 'A study, by the columns of selections'));
