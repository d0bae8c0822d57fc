/**
 * Coded terms of all cases (specification 1 sections 2 and 6). A code is stored by saving its case page
 * (contract/casePages); these calls cover the steps before and after. `schemas/lists` defines the items of each list.
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Refusal } from './caseStatus.ts';
import { ItemAddress, Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

export const CODING_ACCESS = ['READ.CASE', 'EDIT.CASE'] as const;

/** Ids of the coding lists. */
export const CODING_MENUS = ['MU-CD-PD', 'MU-CD-MP', 'MU-CD-SB', 'MU-CD-MS', 'MU-CD-IP', 'MU-CD-IS'] as const;
export type CodingMenu = (typeof CODING_MENUS)[number];

const Menu = Type.Object({ menuId: OneOf(...CODING_MENUS) });
/** Key of a row of a coding list (shared/case/codedTermAddress.ts). */
export const CodedRowKey = Type.String({ minLength: 9, maxLength: 120 });

const [menuId] = CODING_MENUS;
const summary = 'Terms of cases that are coded with a dictionary, or are to be';
const list = defineList({ path: '/1.0/coding/:menuId', menuId, summary, access: CODING_ACCESS });
const file = defineListExport({ path: list.path, menuId, summary, access: CODING_ACCESS });

export const listCoding = defineCall({ ...list, params: Menu });
export const exportCoding = defineCall({ ...file, params: Menu });

export const readCodedWith = defineCall({
  method: 'GET',
  path: '/1.0/coding/:menuId/coded-with',
  summary: 'The dictionary a list codes with',
  access: CODING_ACCESS,
  params: Menu,
  data: Type.Object({ dictionary: Type.String() }),
});

/** Maximum terms searched or reviewed in one call. */
export const MAX_TERMS_AT_ONCE = 500;

const { keyword, view } = list.query.properties;

export const previewExactMatches = defineCall({
  method: 'POST',
  path: '/1.0/coding/:menuId/exact-matches',
  summary:
    'Of the terms named, or else of the first 500 that the list holds, those without a code for which the dictionary has exactly one current entry with the same term; changes nothing',
  whileViewing: true,
  access: ['EDIT.CASE'],
  params: Menu,
  query: Type.Object({ keyword, view }),
  body: Type.Object({
    rowKeys: Type.Optional(Type.Array(CodedRowKey, { minItems: 1, maxItems: MAX_TERMS_AT_ONCE })),
  }),
  data: Type.Object({
    /** the searched release; null: none is active */
    version: Nullable(Type.String()),
    /** the dictionary contains invented sample terms */
    sample: Type.Boolean(),
    /** number of terms searched */
    terms: Type.Integer(),
    listInfo: Type.Array(
      Type.Object({
        rowKey: Type.String(),
        ...ItemAddress.properties,
        caseKey: Type.Integer(),
        caseNo: Type.String(),
        page: Type.String(),
        /** row number on a page of rows; otherwise 0 */
        pageRow: Type.Integer(),
        /** when the case was saved last: what a save of the code is based on */
        retrievedAt: Type.String({ format: 'date-time' }),
        /** the reported text */
        reported: Type.String(),
        code: Type.String(),
        term: Type.String(),
      }),
    ),
  }),
});

/** The user who assigned a code may not review it. A refused term does not stop the others. */
export const reviewCodes = defineCall({
  method: 'POST',
  path: '/1.0/coding/:menuId/reviews',
  summary: 'A second coder agrees with codes as they were shown; it holds until a code or its text changes',
  access: ['EDIT.CASE'],
  params: Menu,
  body: Type.Object({
    codes: Type.Array(
      Type.Object({
        rowKey: CodedRowKey,
        code: Type.String({ minLength: 1, maxLength: 1000 }),
        /** default: any version */
        version: Type.Optional(Type.String({ maxLength: 100 })),
        /** the reported text; default: any */
        text: Type.Optional(Type.String({ maxLength: 100_000 })),
      }),
      { minItems: 1, maxItems: MAX_TERMS_AT_ONCE },
    ),
  }),
  data: Type.Object({
    listInfo: Type.Array(Type.Object({ rowKey: Type.String(), refusal: Nullable(Refusal) })),
  }),
});

export const listCodingReleases = defineCall({
  method: 'GET',
  path: '/1.0/coding-versions',
  summary: 'Dictionaries with the releases of them that can be compared',
  access: CODING_ACCESS,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        dictionary: Type.String(),
        label: Type.String(),
        releases: Type.Array(
          Type.Object({ version: Type.String(), state: OneOf('staged', 'active', 'retired') }),
        ),
      }),
    ),
  }),
});

/**
 * Possible changes of a code: removed, no longer current, renamed, at another level (a term of the lowest level is a
 * preferred term too, or no longer), moved below other terms, or with other details: which ones, its dictionary says.
 */
export const CODE_CHANGES = ['gone', 'notCurrent', 'renamed', 'level', 'moved', 'details'] as const;
export type CodeChange = (typeof CODE_CHANGES)[number];

const Compared = {
  params: Type.Object({ dictionary: Type.String({ maxLength: 40 }) }),
  query: Type.Object({ from: Type.String({ maxLength: 100 }), to: Type.String({ maxLength: 100 }) }),
};

export const compareCodingReleases = defineCall({
  method: 'GET',
  path: '/1.0/coding-versions/:dictionary',
  summary:
    'How many of the codes that cases hold another release of a dictionary would change, as far as the user may see them; changes nothing',
  access: CODING_ACCESS,
  ...Compared,
  data: Type.Object({
    /** distinct codes used in cases */
    codes: Type.Integer(),
    /** of these, codes missing in the first release */
    unknown: Type.Integer(),
    /** of these, codes that the other release changes */
    changed: Type.Integer(),
    /** the same, by kind of change */
    counts: Type.Record(Type.String(), Type.Integer()),
  }),
});

const ofChanges = {
  path: '/1.0/coding-versions/:dictionary/changes',
  menuId: 'MU-CD-VC',
  summary: 'Terms of cases whose code another release of the dictionary would change',
  access: CODING_ACCESS,
} as const;
export const CODE_CHANGES_MENU = ofChanges.menuId;
const changes = defineList(ofChanges);
const changesFile = defineListExport(ofChanges);
const compared = Compared.query.properties;

export const listCodeChanges = defineCall({
  ...changes,
  params: Compared.params,
  query: Type.Object({ ...changes.query.properties, ...compared }),
});
export const exportCodeChanges = defineCall({
  ...changesFile,
  params: Compared.params,
  query: Type.Object({ ...changesFile.query.properties, ...compared }),
});
