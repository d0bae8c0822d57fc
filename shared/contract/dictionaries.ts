/**
 * Dictionary search (specification 1-application section 7, 2-dialogs sections 2, 5 and 7). One call for all
 * dictionaries; their differences are data (`schemas/dictionaries`).
 */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf, PageInfo, Paging } from './common.ts';

/** Value of `version` that selects the active one. */
export const ANY_VERSION = 'any';

export const DictionaryEntry = Type.Object({
  code: Type.String(),
  /** in the requested language if the dictionary has it, otherwise in English */
  term: Type.String(),
  /** false: may occur in old cases but must not be selected for new ones */
  current: Type.Boolean(),
  /** from the nearest broader term upwards, along the primary path */
  parents: Type.Array(Type.Object({ code: Type.String(), term: Type.String() })),
  /** by column of the descriptor; empty values are omitted */
  columns: Type.Record(Type.String(), Type.String()),
});
export type DictionaryEntry = Static<typeof DictionaryEntry>;

const State = {
  dictionary: Type.String(),
  /** null: the requested version is not loaded, or a code list of the product answers */
  version: Nullable(Type.String()),
  /** invented terms that replace a licensed dictionary which is not loaded */
  sample: Type.Boolean(),
};

export const readDictionary = defineCall({
  method: 'GET',
  path: '/1.1/dictionaries/:dictionary',
  summary: 'How a dictionary is searched and shown, which version is active and which others there are',
  access: 'session',
  params: Type.Object({ dictionary: Type.String({ maxLength: 40 }) }),
  /** the case that a term is looked up for, if any */
  query: Type.Object({ caseKey: Type.Optional(Type.Integer()) }),
  data: Type.Object({
    ...State,
    /** in which it is searched and shown: of the request unless the sponsor set another one */
    language: OneOf('en', 'ko', 'ja', 'zh'),
    /** the available versions, the newest first */
    versions: Type.Array(Type.String()),
    /** a `DictionaryDescriptor` of schemas/compile/dictionaries.ts */
    descriptor: Type.Unknown(),
    /** options by field of the descriptor that offers the values of a column, by label */
    options: Type.Record(
      Type.String(),
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    ),
    /** what such fields begin with in the case, as it is stored; fields without a value are omitted */
    begins: Type.Record(Type.String(), Type.String()),
  }),
});

export const searchDictionary = defineCall({
  method: 'GET',
  path: '/1.1/dictionaries/:dictionary/versions/:version',
  summary:
    'Entries of a dictionary that match a keyword: exact ones first, then those that begin with it, hold it as a word, hold it, resemble it. Version `any` is the active one',
  access: 'session',
  params: Type.Object({
    dictionary: Type.String({ maxLength: 40 }),
    version: Type.String({ maxLength: 40 }),
  }),
  query: Type.Object({
    pageNo: Paging.pageNo,
    rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    /** matched literally: no character is a wildcard */
    keyword: Type.Optional(Type.String({ maxLength: 1500 })),
    /** restricts the answer to this code */
    code: Type.Optional(Type.String({ maxLength: 100 })),
    /** the whole term must equal the keyword */
    isKeywordExact: Type.Optional(Type.Literal('Y')),
    language: Type.Optional(Type.String({ maxLength: 5 })),
    /** non-empty fields of the descriptor, as a JSON object of texts */
    fields: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  data: Type.Object({
    ...State,
    /** true: no entry contains the keyword; these are similar */
    resembling: Type.Boolean(),
    /** true: there are more than `totalCount`; further ones are neither counted nor paged */
    more: Type.Boolean(),
    listInfo: Type.Array(DictionaryEntry),
    pageInfo: PageInfo,
  }),
});
