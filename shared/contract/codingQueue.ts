/**
 * The coding cockpit: terms of all cases without a code, or with a doubtful one, in one queue. Equal texts that the same
 * dictionary codes are one group, and are coded together. The schemas tell the items, their dictionaries and their texts.
 */
import { Type, type Static } from 'typebox';
import { CodingReason } from './aiCoding.ts';
import { defineCall } from './call.ts';
import { Refusal } from './caseStatus.ts';
import { ItemAddress, Nullable, OneOf } from './common.ts';
import { CODING_ACCESS, CodedRowKey, MAX_TERMS_AT_ONCE } from './coding.ts';
import { DictionaryEntry } from './dictionaries.ts';

/** Maximum groups of one answer. */
export const MAX_QUEUE = 300;
/** Maximum terms of a group that are shown and coded at once. */
export const MAX_GROUP_TERMS = 200;

/**
 * Why a code is doubtful: the release in use does not have it, or has it as not current; other cases have another code
 * for the same text; the text has been changed since it was coded.
 */
export const CODE_DOUBTS = ['unknown', 'notCurrent', 'differs', 'textChanged'] as const;
export type CodeDoubt = (typeof CODE_DOUBTS)[number];

/**
 * Whose queue: terms that have no code or a doubtful one; or coded terms that a second coder codes blind: their codes,
 * their coders and what the sponsor coded before are not answered.
 */
export const CODING_STEPS = ['first', 'second'] as const;
export type CodingStep = (typeof CODING_STEPS)[number];
const Step = Type.Optional(OneOf(...CODING_STEPS));

/** MD5 of the folded text */
const TextKey = Type.String({ pattern: '^[0-9a-f]{32}$' });

const CodingGroup = Type.Object({
  dictionary: Type.String(),
  /** of the dictionary */
  label: Type.String(),
  /** identifies the group with the dictionary; a text may be longer than an address */
  textKey: TextKey,
  /** as first reported */
  text: Type.String(),
  terms: Type.Integer(),
  uncoded: Type.Integer(),
  doubts: Type.Array(OneOf(...CODE_DOUBTS)),
});
export type CodingGroup = Static<typeof CodingGroup>;

/** What second coding requires; nothing else of cases is open with it. */
export const SECOND_CODER = 'EDIT.SECOND_CODING';

/** 403 NO_PRIVILEGE for a step that is not the user's. */
export const readCodingQueue = defineCall({
  method: 'GET',
  path: '/1.0/coding-queue',
  summary:
    'Groups of equal texts that are to be coded by this coder or, in the second step, as the second coder; the most frequent first',
  access: [...CODING_ACCESS, SECOND_CODER],
  query: Type.Object({
    dictionary: Type.Optional(Type.String({ maxLength: 40 })),
    step: Step,
    /** groups before the first one that is answered; default: 0 */
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  }),
  data: Type.Object({
    groups: Type.Array(CodingGroup),
    /** groups of the queue, of which at most 300 are answered */
    total: Type.Integer(),
    /** dictionaries of the region that are loaded */
    dictionaries: Type.Array(Type.Object({ dictionary: Type.String(), label: Type.String() })),
  }),
});

const Suggestion = Type.Object({
  ...DictionaryEntry.properties,
  score: Type.Number(),
  reason: CodingReason,
  safe: Type.Boolean(),
});

/** A term with what shows where it is. */
export const PlacedTerm = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  ...ItemAddress.properties,
  place: Type.String(),
  /** path of the item below the prefix of the area */
  link: Type.String(),
  /** why its case cannot be edited; null: it can */
  refusal: Nullable(Refusal),
  /** the sentence of the narrative that speaks of the term, in parts; null: none does */
  context: Nullable(Type.Array(Type.Object({ text: Type.String(), lit: Type.Boolean() }))),
});

const GroupTerm = Type.Object({
  rowKey: Type.String(),
  ...PlacedTerm.properties,
  code: Nullable(Type.String()),
  version: Nullable(Type.String()),
  codedBy: Nullable(Type.String()),
  /** after it was coded, and no reviewer has agreed with the code since */
  textChanged: Type.Boolean(),
});
export type GroupTerm = Static<typeof GroupTerm>;

export const Group = {
  params: Type.Object({ dictionary: Type.String({ maxLength: 40 }) }),
  textKey: TextKey,
};

/** 404 TERM_NOT_FOUND for a group without terms that the user may see, 403 NO_PRIVILEGE for a step that is not theirs. */
export const readCodingGroup = defineCall({
  method: 'GET',
  path: '/1.0/coding-queue/:dictionary',
  summary: 'A group: its terms with their context, suggested codes with reasons, and what others chose',
  access: [...CODING_ACCESS, SECOND_CODER],
  params: Group.params,
  query: Type.Object({ textKey: Group.textKey, step: Step }),
  data: Type.Object({
    text: Type.String(),
    terms: Type.Array(GroupTerm),
    suggestions: Type.Array(Suggestion),
    /** codes of this text in the cases the user may see, the most frequent first */
    chosen: Type.Array(
      Type.Object({
        code: Type.String(),
        /** of the release in use; null: it does not have the code */
        term: Nullable(Type.String()),
        times: Type.Integer(),
        by: Type.Array(Type.String()),
      }),
    ),
    version: Type.String(),
    sample: Type.Boolean(),
  }),
});

/** 404 TERM_NOT_FOUND, CODE_NOT_FOUND, 409 SYNONYM_EXISTS, 422 ITEM_REFUSED for a text that is too long. */
export const proposeSynonym = defineCall({
  method: 'POST',
  path: '/1.0/coding-queue/:dictionary/synonyms',
  summary:
    'Proposes a code as a synonym of the sponsor for a text of the queue, valid for a year: a draft until another user approves it',
  access: ['EDIT.CASE'],
  params: Group.params,
  body: Type.Object({
    textKey: Group.textKey,
    code: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  data: Type.Object({
    /** of the record of kind `synonym` */
    recordKey: Type.Integer(),
  }),
});

/**
 * Each term in a transaction of its own: what one is refused for does not stop the others. 409 CODE_CHANGED for a term
 * whose code is not the one that the user saw.
 */
export const codeTexts = defineCall({
  method: 'POST',
  path: '/1.0/coding-queue/:dictionary/codes',
  summary:
    'Gives terms of equal text a code of the release in use, saved as on their case pages; the audit trail names suggested codes as such',
  access: ['EDIT.CASE'],
  params: Group.params,
  body: Type.Object({
    textKey: Group.textKey,
    code: Type.String({ minLength: 1, maxLength: 100 }),
    terms: Type.Array(
      Type.Object({
        rowKey: CodedRowKey,
        /** the code that the user saw */
        before: Nullable(Type.String({ maxLength: 1000 })),
      }),
      { minItems: 1, maxItems: MAX_TERMS_AT_ONCE },
    ),
  }),
  data: Type.Object({
    /** 1-based, among the suggestions; null: none of them */
    rank: Nullable(Type.Integer()),
    listInfo: Type.Array(Type.Object({ rowKey: Type.String(), refusal: Nullable(Refusal) })),
  }),
});
