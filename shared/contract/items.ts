/** Calls of the form engine: catalogue, code lists, files, translation (specification section 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';

export const readCatalogue = defineCall({
  method: 'GET',
  path: '/1.1/catalogue/:appendix',
  summary: 'The compiled catalogue as one appendix shows it (appendix ICH: no region)',
  access: 'session',
  params: Type.Object({ appendix: Type.String({ maxLength: 10 }) }),
  /** a `Catalogue` of schemas/compile/catalogue.types.ts */
  data: Type.Unknown(),
  revalidated: true,
});

const CodesQuery = Type.Object({
  language: Type.Optional(Type.String({ maxLength: 5 })),
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  chunk: Type.Optional(Type.Integer({ minimum: 1 })),
});

const Codes = Type.Object({
  /** false: it can change while a page is open */
  cached: Type.Boolean(),
  /** other codes are allowed too */
  open: Type.Boolean(),
  /** OID, where the codes have a system */
  codeSystem: Type.Optional(Type.String()),
  /** what people see of a code; by default both in fields, the label elsewhere */
  shown: Type.Optional(OneOf('code', 'label')),
  codeList: Type.Array(
    Type.Object({
      codeValue: Type.String(),
      codeLabel: Type.String(),
      /** other ways in which it is written */
      also: Type.Optional(Type.Array(Type.String())),
      deleted: Type.Optional(Type.Literal('Y')),
    }),
  ),
});

export const readCodeList = defineCall({
  method: 'GET',
  path: '/1.1/items/:itemId/code-list',
  summary: 'The codes of an item, in one language; with chunk a page of them that holds the keyword',
  access: 'session',
  params: Type.Object({ itemId: Type.String({ maxLength: 60 }) }),
  query: CodesQuery,
  data: Codes,
});

/** Includes code lists that no item uses, e.g. DAY_TYPE (specification 2-dialogs section 8). */
export const readCodes = defineCall({
  method: 'GET',
  path: '/1.0/codes/:codeName',
  summary:
    'The codes of a list, in one language; the path /1.0/codes/USE_APPENDIX answers the appendices in use',
  access: 'session',
  params: Type.Object({ codeName: Type.String({ maxLength: 60 }) }),
  query: Type.Object({ language: Type.Optional(Type.String({ maxLength: 5 })) }),
  data: Codes,
});

export const readCodeChunk = defineCall({
  method: 'GET',
  path: '/1.1/codes/:codeName',
  summary: 'The codes of a list that hold a keyword, in one language; with chunk a page of them',
  access: 'session',
  params: Type.Object({ codeName: Type.String({ maxLength: 60 }) }),
  query: CodesQuery,
  data: Codes,
});

export const readNullFlavors = defineCall({
  method: 'GET',
  path: '/1.1/items/:itemId/null-flavor-list',
  summary: 'The null flavors an item allows, in one language',
  access: 'session',
  params: Type.Object({ itemId: Type.String({ maxLength: 60 }) }),
  query: Type.Object({
    language: Type.Optional(Type.String({ maxLength: 5 })),
    appendix: Type.Optional(Type.String()),
  }),
  data: Type.Object({
    codeList: Type.Array(Type.Object({ codeValue: Type.String(), codeLabel: Type.String() })),
  }),
});

export const uploadFile = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/files',
  summary: 'Stores a file (multipart field `file`)',
  access: ['EDIT.CASE', 'EDIT.CASE_INFO'],
  carries: 'upload',
  params: Type.Object({ sponsorKey: Type.Integer() }),
  data: Type.Object({
    fileKey: Type.String(),
    fileName: Type.String(),
    mediaType: Type.String(),
    size: Type.Integer(),
  }),
});

export const readFile = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/files/:fileKey',
  summary:
    'Downloads a stored file: one that the user uploaded, of a notice, or of a record that the user sees',
  access: 'session',
  carries: 'file',
  params: Type.Object({ sponsorKey: Type.Integer(), fileKey: Type.String() }),
});

export const translate = defineCall({
  method: 'POST',
  path: '/1.1/sponsors/:sponsorKey/translate',
  summary:
    'Translates a text for its notation; refused with TRANSLATOR_NOT_CONFIGURED where no translator is set up',
  access: ['EDIT.CASE'],
  params: Type.Object({ sponsorKey: Type.Integer() }),
  body: Type.Object({ valueToTranslate: Type.String({ maxLength: 100_000 }) }),
  data: Type.Object({ translated: Type.String() }),
});
