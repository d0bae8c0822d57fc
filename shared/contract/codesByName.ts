/**
 * Dictionaries and masters by the names of the specification (1-application section 7, 2-dialogs section 7): all found
 * rows at once, by column, and codes with labels. `searchDictionary` pages.
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { NamedCodes } from './common.ts';

/** Most rows of one answer. */
export const MAX_NAMED_ROWS = 100;

const Text = Type.Optional(Type.String({ maxLength: 1500 }));
const Version = Type.Optional(Type.String({ maxLength: 40 }));
const Tick = Type.Optional(Type.Literal('Y'));

/** Rows by column of the descriptor of the dictionary; empty values are omitted. */
const Rows = Type.Array(Type.Record(Type.String(), Type.String()));
const CodeList = Type.Object({ codeList: NamedCodes });

export const listIdfCodes = defineCall({
  method: 'GET',
  path: '/1.0/codes/IDF_CODE',
  summary: 'IDF codes that match a text; without a version in that of the sponsor',
  access: 'session',
  query: Type.Object({ searchText: Text, idfVersion: Version }),
  data: Rows,
});

export const listWhoddCodes = defineCall({
  method: 'GET',
  path: '/1.0/codes/WHODD_CODE',
  summary: 'WHODrug codes of one kind (MPID or PHPID, default MPID) that match a text',
  access: 'session',
  query: Type.Object({
    whoddType: Type.Optional(Type.String({ maxLength: 10 })),
    version: Version,
    searchText: Text,
    genOrPre: Tick,
    genAndPre: Tick,
    exactMatch: Tick,
    countryCode: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  data: Rows,
});

export const listWhoddCountries = defineCall({
  method: 'GET',
  path: '/1.0/codes/:version/WHODD_COUNTRY',
  summary: 'The countries of the products of a WHODrug version; version `any` is the active one',
  access: 'session',
  params: Type.Object({ version: Type.String({ maxLength: 40 }) }),
  data: CodeList,
});

export const listSenderCodes = defineCall({
  method: 'GET',
  path: '/1.0/codes/SENDER_LIST',
  summary: 'The sender organisations that the user may work on behalf of',
  access: 'session',
  data: CodeList,
});
