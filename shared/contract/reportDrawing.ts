/** What a browser needs to draw a report of a case as the server does. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CaseRow, CaseValue, Nullable, ReportLanguage } from './common.ts';

/** First code point, count and width in thousandths of an em of each run of characters, one after another. */
const WidthRuns = Type.Array(Type.Number());
const Font = Type.Object({ regular: WidthRuns, bold: WidthRuns });

export const readReportFonts = defineCall({
  method: 'GET',
  path: '/1.0/report-fonts',
  summary: 'Widths of the characters of the fonts of reports',
  access: ['READ.CASE', 'EDIT.CASE'],
  data: Type.Object({ latin: Font, kr: Font, jp: Font, sc: Font }),
  revalidated: true,
});

export const readReportCodes = defineCall({
  method: 'GET',
  path: '/1.0/report-codes',
  summary: 'Labels of the codes of all code lists that items take, in the language of a report',
  access: ['READ.CASE', 'EDIT.CASE'],
  query: Type.Object({ language: ReportLanguage }),
  data: Type.Object({
    /** by name of the list: code and label */
    codeLists: Type.Record(Type.String(), Type.Array(Type.Tuple([Type.String(), Type.String()]))),
  }),
  revalidated: true,
});

/** Codes of one request for their terms. */
export const MAX_CODES = 5000;

export const readTerms = defineCall({
  method: 'POST',
  path: '/1.0/report-terms',
  summary: 'Terms of dictionary codes, in the language of a report',
  whileViewing: true,
  access: ['READ.CASE', 'EDIT.CASE'],
  query: Type.Object({ language: ReportLanguage }),
  body: Type.Object({
    codes: Type.Array(
      Type.Object({
        dictionary: Type.String({ maxLength: 40 }),
        code: Type.String({ maxLength: 2000 }),
      }),
      { maxItems: MAX_CODES },
    ),
  }),
  data: Type.Object({
    /** in the order of the codes; null: no release in use has the code */
    terms: Type.Array(Nullable(Type.String())),
  }),
});

export const readMessageLines = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/message-lines',
  summary:
    'The E2B(R3) message that a content of the case would be, line by line; nothing is stored or recorded',
  whileViewing: true,
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  /** left out: as nobody in particular gets it, without masks */
  query: Type.Object({ receiver: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })) }),
  body: Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
  data: Type.Object({
    lines: Type.Array(
      Type.Object({
        depth: Type.Integer(),
        text: Type.String(),
        /** address keys of the values in the line */
        values: Type.Array(Type.String()),
      }),
    ),
  }),
});
