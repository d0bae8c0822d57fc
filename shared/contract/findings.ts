/** Findings of a case, and everything needed to compute them. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { CaseRow, CaseValue, Finding, Nullable } from './common.ts';

const CaseParams = Type.Object({ caseKey: Type.Integer() });

/** The codes of a list as the checks need them, without labels. */
const KnownCodes = Type.Object({
  codeSystem: Nullable(Type.String()),
  /** other codes are allowed too */
  open: Type.Boolean(),
  codes: Type.Array(Type.String()),
  /** codes that are no longer in use */
  deleted: Type.Array(Type.String()),
});

export const readChecks = defineCall({
  method: 'GET',
  path: '/1.0/checks',
  summary: 'What findings are made from, for all receivers: the whole catalogue, the rules, the codes',
  access: ['READ.CASE', 'EDIT.CASE'],
  data: Type.Object({
    /**
     * a `Catalogue` of all regions (schemas/compile/catalogue.types.ts) without help and without locations in
     * messages
     */
    catalogue: Type.Unknown(),
    /** a `RuleSet` (shared/expressions/rules.types.ts) without examples */
    ruleSet: Type.Unknown(),
    codeLists: Type.Record(Type.String(), KnownCodes),
  }),
  revalidated: true,
});

export const readCaseContent = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/content',
  summary: 'All that a case says, with its struck rows; blinded values only for those who may see them',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseParams,
  data: Type.Object({
    values: Type.Array(CaseValue),
    rows: Type.Array(CaseRow),
    retrievedAt: Type.String({ format: 'date-time' }),
  }),
});

export const readFindings = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/findings',
  summary: 'What the rules of a receiver say about the stored case',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseParams,
  query: Type.Object({ receiver: Type.Optional(Type.String({ maxLength: 10 })) }),
  data: Type.Object({
    findings: Type.Array(
      Type.Object({
        ...Finding.properties,
        /** the path of rows as shown to the user, e.g. "Drug 2 › Dosage 1"; empty outside rows */
        row: Type.String(),
      }),
    ),
  }),
});
