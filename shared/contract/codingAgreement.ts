/** How far coders agree: Cohen's kappa of first and second codes, and the terms behind each number. */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';
import { CODING_ACCESS } from './coding.ts';
import { defineList, defineListExport } from './lists.ts';

const Day = Type.String({ pattern: '^\\d{8}$' });
const UserId = Type.String({ minLength: 1, maxLength: 100 });

const Dictionary = Type.Object({ dictionary: Type.String({ maxLength: 40 }) });
/** Second codings from a day to a day (of the sponsor), and of two coders. */
const Chosen = {
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  coder: Type.Optional(UserId),
  otherCoder: Type.Optional(UserId),
};

const Agreement = Type.Object({
  /** terms that both codes have a place for in the level */
  subjects: Type.Integer(),
  agreed: Type.Integer(),
  /** null: it is not defined, e.g. where there is but one code */
  kappa: Nullable(Type.Number()),
  /** limits of the 95 % confidence interval */
  low: Nullable(Type.Number()),
  high: Nullable(Type.Number()),
});

const CoderPair = Type.Object({
  coder: Type.String(),
  coderName: Type.String(),
  otherCoder: Type.String(),
  otherName: Type.String(),
  /** by level, as in `levels` */
  levels: Type.Array(Agreement),
});
export type CoderPair = Static<typeof CoderPair>;

export const listCodedTwice = defineCall({
  method: 'GET',
  path: '/1.0/coding-agreement',
  summary: 'Dictionaries with terms that were coded by two coders',
  access: CODING_ACCESS,
  data: Type.Object({
    dictionaries: Type.Array(
      Type.Object({
        dictionary: Type.String(),
        label: Type.String(),
        /** the codes themselves, then the broader levels upwards */
        levels: Type.Array(Type.String()),
      }),
    ),
  }),
});

export const readCodingAgreement = defineCall({
  method: 'GET',
  path: '/1.0/coding-agreement/:dictionary',
  summary: "Cohen's kappa of first and second codes by level, over all coders and for each pair of them",
  access: CODING_ACCESS,
  params: Dictionary,
  query: Type.Object(Chosen),
  data: Type.Object({
    levels: Type.Array(Agreement),
    /** those with the most terms first */
    pairs: Type.Array(CoderPair),
  }),
});

const ofTerms = {
  path: '/1.0/coding-agreement/:dictionary/terms',
  menuId: 'MU-CD-AG',
  summary: 'Terms that two coders coded, with both codes',
  access: CODING_ACCESS,
} as const;
export const CODED_TWICE_MENU = ofTerms.menuId;
const terms = defineList(ofTerms);
const file = defineListExport(ofTerms);
const ChosenTerms = {
  ...Chosen,
  /** index of the level in which the codes are compared; default: the codes themselves */
  level: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
  /** default: both */
  agreed: Type.Optional(Type.Union([Type.Literal('Y'), Type.Literal('N')])),
};

export const listTermsCodedTwice = defineCall({
  ...terms,
  params: Dictionary,
  query: Type.Object({ ...terms.query.properties, ...ChosenTerms }),
});
export const exportTermsCodedTwice = defineCall({
  ...file,
  params: Dictionary,
  query: Type.Object({ ...file.query.properties, ...ChosenTerms }),
});
