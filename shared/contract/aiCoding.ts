/**
 * Recommended codes (specification 2-dialogs sections 4, 7 and 8). One call serves every dictionary that supports
 * them.
 */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { ItemAddress, Nullable, OneOf } from './common.ts';
import { DictionaryEntry } from './dictionaries.ts';

/**
 * Error codes of the specification: recommendations are closed, a required item is missing (named), the coder cannot
 * answer.
 */
export const AI_CODING_ERRORS = { closed: '1129', missingItem: '1130', failed: '1131' } as const;

export const CodingReason = Type.Object({
  /**
   * synonym of the sponsor, exact match, used for the same text before, used for a similar text, shared words, lay terms, similar spelling,
   * selected by another coder
   */
  kind: OneOf('synonym', 'exact', 'coded', 'codedAlike', 'words', 'plain', 'spelling', 'chosen'),
  /** `coded`: accepted codings of this text with this code, and with any code */
  times: Type.Optional(Type.Integer()),
  of: Type.Optional(Type.Integer()),
  /** `synonym`: who approved it, and its last day, as YYYYMMDD */
  approvedBy: Type.Optional(Type.String()),
  until: Type.Optional(Type.String()),
  words: Type.Optional(Type.Array(Type.String())),
  pairs: Type.Optional(Type.Array(Type.Object({ said: Type.String(), name: Type.String() }))),
});

export const RecommendedCode = Type.Object({
  ...DictionaryEntry.properties,
  /** 1-based */
  rank: Type.Integer(),
  /** 0 to 1 */
  score: Type.Number(),
  reason: CodingReason,
  /** an exact or previously used code without a close competitor */
  safe: Type.Boolean(),
});
export type RecommendedCode = Static<typeof RecommendedCode>;

const Dictionary = Type.Object({ dictionary: Type.String({ maxLength: 40 }) });

export const recommendCodes = defineCall({
  method: 'POST',
  path: '/1.0/ai-coding/recommended-codes/:dictionary',
  summary:
    'Codes recommended for an item of a case. Without pooling an empty answer may mean that a coder is still at it; with it the status tells. Errors 1129, 1130 (with the missing item) and 1131',
  access: ['EDIT.CASE'],
  params: Dictionary,
  body: Type.Object({
    caseKey: Type.Integer(),
    ...ItemAddress.properties,
    /** the current value of the item, saved or not; if absent, the stored value */
    searchText: Type.Optional(Type.String({ maxLength: 1500 })),
    /** default: the active version */
    dicVersion: Type.Optional(Type.String({ maxLength: 40 })),
    /** of the drug, for dictionaries that have countries */
    countryCode: Type.Optional(Nullable(Type.String({ maxLength: 10 }))),
    shouldUsePooling: Type.Boolean(),
  }),
  data: Type.Object({
    status: OneOf('MATCHED', 'NOT_MATCHED', 'PENDING'),
    recommendedCodes: Type.Array(RecommendedCode),
    /** identifies this recommendation when one of its codes is accepted */
    recommendationKey: Type.String({ format: 'uuid' }),
    searchText: Type.String(),
    dictionary: Type.String(),
    version: Type.String(),
    sample: Type.Boolean(),
    /** the source of the recommendation; null: not yet known */
    engine: Nullable(Type.Object({ name: Type.String(), version: Type.String() })),
  }),
});

export const updateRecommended = defineCall({
  method: 'PUT',
  path: '/1.0/ai-coding/recommended-codes/:dictionary/update',
  summary: 'Records which codes were taken after recommendations; answers how many were recommended ones',
  access: ['EDIT.CASE'],
  params: Dictionary,
  body: Type.Object({
    choices: Type.Array(
      Type.Object({
        recommendationKey: Type.String({ format: 'uuid' }),
        code: Type.String({ minLength: 1, maxLength: 100 }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  data: Type.Object({
    rows: Type.Integer(),
    /** the first recommendation, another one, or none of them */
    first: Type.Integer(),
    other: Type.Integer(),
    changed: Type.Integer(),
  }),
});
