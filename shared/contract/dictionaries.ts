/**
 * Looking terms up in dictionaries (specification 1-application section 7, 2-dialogs sections 2, 5 and 7). One call for all
 * of them; what differs is data (`schemas/dictionaries`).
 */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, PageInfo, Paging } from './common.ts';

/** The version asked for where any will do: the active one. */
export const ANY_VERSION = 'any';

export const DictionaryEntry = Type.Object({
  code: Type.String(),
  /** in the language asked for, where the dictionary has it; else in English */
  term: Type.String(),
  /** false: it may stand in old cases, and must not be chosen for new ones */
  current: Type.Boolean(),
  /** from the nearest broader term upwards, along the primary path */
  parents: Type.Array(Type.Object({ code: Type.String(), term: Type.String() })),
  /** by column of the descriptor; what is empty is left out */
  columns: Type.Record(Type.String(), Type.String()),
});
export type DictionaryEntry = Static<typeof DictionaryEntry>;

const State = {
  dictionary: Type.String(),
  /** null: the version asked for, or any, is not loaded, or a code list of the product answers */
  version: Nullable(Type.String()),
  /** its terms are invented and stand in for a licensed dictionary that has not been loaded */
  sample: Type.Boolean(),
};

export const readDictionary = defineCall({
  method: 'GET',
  path: '/1.1/dictionaries/:dictionary',
  summary: 'How a dictionary is searched and shown, which version is active and which others there are',
  access: 'session',
  params: Type.Object({ dictionary: Type.String({ maxLength: 40 }) }),
  data: Type.Object({
    ...State,
    /** those that can be asked for, the newest first */
    versions: Type.Array(Type.String()),
    /** a `DictionaryDescriptor` of schemas/compile/dictionaries.ts */
    descriptor: Type.Unknown(),
    /** by field of the descriptor that offers the values of a column: these values */
    options: Type.Record(Type.String(), Type.Array(Type.String())),
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
    /** taken literally: no character of it is a wildcard */
    keyword: Type.Optional(Type.String({ maxLength: 1500 })),
    /** the entry of this code alone */
    code: Type.Optional(Type.String({ maxLength: 100 })),
    /** the whole term must be the keyword */
    isKeywordExact: Type.Optional(Type.Literal('Y')),
    language: Type.Optional(Type.String({ maxLength: 5 })),
    /** fields of the descriptor that are not empty, as a JSON object of texts */
    fields: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  data: Type.Object({
    ...State,
    /** true: nothing holds the keyword, these resemble it */
    resembling: Type.Boolean(),
    /** true: there are more than `totalCount`; those beyond are neither counted nor paged to */
    more: Type.Boolean(),
    listInfo: Type.Array(DictionaryEntry),
    pageInfo: PageInfo,
  }),
});
