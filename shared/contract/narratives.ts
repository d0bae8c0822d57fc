/** Texts that narrative templates write about cases. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { ItemChange, RowChange } from './pageParts.ts';

const CASES = ['READ.CASE', 'EDIT.CASE'] as const;

const NarrativeParams = Type.Object({
  sponsorKey: Type.Integer(),
  recordKey: Type.Integer({ minimum: 1 }),
});
const PATH = '/1.0/sponsors/:sponsorKey/narratives/:recordKey/auto';

const Sentence = Type.Object({
  key: Type.String(),
  text: Type.String(),
  /** white space between it and the next sentence */
  gap: Type.String(),
  /** keys of the addresses that it was written from */
  reads: Type.Array(Type.String()),
});

const Text = Type.Object({ text: Type.String(), sentences: Type.Array(Sentence) });

const Narrative = Type.Object({
  recordKey: Type.Integer(),
  name: Type.String(),
  /** the version that wrote the texts, and the newest one unless that has the same template */
  version: Type.Integer(),
  newest: Type.Integer(),
  /** by item of the template */
  texts: Type.Record(
    Type.String(),
    Type.Object({
      ...Text.properties,
      /** of the second-language text; null: the template has none */
      notation: Nullable(Text),
    }),
  ),
});

/** 422 TEMPLATE_INVALID with the errors of the template, 422 NARRATIVE_TOO_LONG. */
export const writeNarrative = defineCall({
  method: 'GET',
  path: PATH,
  summary: 'The text that a template writes about a case as it is stored',
  access: CASES,
  params: NarrativeParams,
  query: Type.Object({ caseKey: Type.Integer({ minimum: 1 }) }),
  data: Narrative,
});

export const writeNarrativeOfEdits = defineCall({
  method: 'POST',
  path: PATH,
  summary: 'The text that a template, or an earlier version of it, writes about a case with unsaved edits',
  whileViewing: true,
  access: CASES,
  params: NarrativeParams,
  body: Type.Object({
    caseKey: Type.Integer({ minimum: 1 }),
    /** default: the newest one, which must be in use */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    changes: Type.Array(ItemChange),
    /** a row that was begun has no id yet */
    rows: Type.Array(Type.Object({ ...RowChange.properties, rowId: Type.String() })),
  }),
  data: Narrative,
});

export const TEMPLATE_PROBLEMS = [
  ...([
    'age',
    'blinded',
    'circular',
    'condition',
    'elseWithoutIf',
    'endWithoutBlock',
    'notWritable',
  ] as const),
  ...(['repeats', 'tagEmpty', 'tagUnclosed', 'tooLong', 'unclosed', 'unknownFormat'] as const),
  ...(['unknownGroup', 'unknownItem'] as const),
] as const;

const TemplateProblem = Type.Object({
  id: OneOf(...TEMPLATE_PROBLEMS),
  severity: OneOf('error', 'warning'),
  line: Type.Integer(),
  column: Type.Integer(),
  offset: Type.Integer(),
  /** for the message */
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});

export const previewNarrative = defineCall({
  method: 'POST',
  path: '/1.1/sponsors/:sponsorKey/narratives/preview',
  summary: 'The problems of a template that is being written, and its text about a case',
  access: ['READ.CASE_INFO', 'EDIT.CASE_INFO'],
  params: Type.Object({ sponsorKey: Type.Integer() }),
  body: Type.Object({
    /** the item of the template */
    column: Type.String({ maxLength: 60 }),
    text: Type.String({ maxLength: 100_000 }),
    /** code of ISO 639-2; null: English */
    language: Nullable(Type.String({ maxLength: 3 })),
    /** null: problems alone */
    caseKey: Nullable(Type.Integer({ minimum: 1 })),
  }),
  data: Type.Object({
    problems: Type.Array(TemplateProblem),
    /** null without a case or with errors */
    sentences: Nullable(Type.Array(Sentence)),
  }),
});
