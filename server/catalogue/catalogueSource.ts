/** The catalogue of this installation: compiled once, when the server starts, from the files in schemas/. */
import { join } from 'node:path';
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { codeListsOf, compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { compileE2b, e2bStructure } from '../../shared/e2b/index.ts';
import type { E2bMap } from '../../shared/e2b/index.ts';
import type { Finding, Receiver } from '../../shared/rules/finding.types.ts';
import { findingsOf } from '../../shared/rules/itemFindings.ts';
import { compileRules, profileOf, readRules, ruleFindings } from '../../shared/rules/ruleFindings.ts';
import type { RuleSet } from '../../shared/expressions/rules.types.ts';
import { readDictionaries } from './dictionaries.ts';
import type { Dictionary } from './dictionaries.ts';
import { readSourceTexts } from './readSourceTexts.ts';

export interface CatalogueSource {
  /** all items of all regions: storage, import, export */
  whole: Catalogue;
  /** as one appendix shows it; `ICH`, or one nobody knows, shows no region's items */
  forAppendix: (appendix: string) => Catalogue;
  codeLists: Record<string, CodeList>;
  /** the rules as they are written, of all authorities */
  ruleSet: RuleSet;
  /** dictionaries with terms of their own, by name; others are backed by a code list, or not loaded */
  dictionaries: Record<string, Dictionary>;
  e2b: E2bMap;
  /** whom the filled envelope of a case is meant for; ICH where it does not tell */
  receiverOf: (content: CaseContent) => Receiver;
  /** what the rules of a receiver say about a case; one nobody knows gets those of ICH */
  findings: (content: CaseContent, receiver: string, now: Date) => Finding[];
  /** the items a finding tells of: the one it stands at, and all that its rule reads */
  itemsTold: (finding: Finding) => readonly string[];
}

/** The standard all receivers share. */
const STANDARD: Receiver = 'ICH';

/** Throws when the schema files hold mistakes; `npm run schemas:check` names them all. */
export function openCatalogue(): CatalogueSource {
  const sources = readSourceTexts(join(import.meta.dirname, '..', '..', 'schemas'));
  const whole = compileCatalogue(sources);
  const ruleSet = readRules(sources);
  const rules = compileRules(whole, ruleSet);
  const receivers = [STANDARD, ...whole.appendices.map(({ authority }) => authority)];
  const codeLists = codeListsOf(sources);
  const seen = new Map<string, Catalogue>();

  const catalogueOf = (asked: string): Catalogue => {
    const known = whole.appendices.find(({ appendix }) => appendix === asked)?.appendix ?? STANDARD;
    const catalogue = seen.get(known) ?? forAppendix(whole, known);
    seen.set(known, catalogue);
    return catalogue;
  };

  const findings = (content: CaseContent, asked: string, now: Date): Finding[] => {
    const receiver = receivers.find((known) => known === asked) ?? STANDARD;
    const profile = profileOf(whole, rules, content, receiver);
    const region = whole.appendices.find(({ authority }) => authority === receiver)?.appendix ?? STANDARD;
    return [
      ...findingsOf(catalogueOf(region), content, { receiver, profile, codeLists, now }),
      ...ruleFindings(whole, rules, content, { receiver, profile }),
    ];
  };

  const readByRule = new Map(rules.rules.map(({ rule, dependencies }) => [rule.id, dependencies]));
  const itemsTold = ({ itemId, ruleId }: Finding): readonly string[] => [
    itemId,
    ...(readByRule.get(ruleId) ?? []),
  ];

  const receiverOf = (content: CaseContent): Receiver =>
    receivers.find((receiver) => profileOf(whole, rules, content, receiver) !== undefined) ?? STANDARD;

  return {
    whole,
    forAppendix: catalogueOf,
    codeLists,
    ruleSet,
    dictionaries: readDictionaries(sources),
    e2b: compileE2b(whole, e2bStructure),
    receiverOf,
    findings,
    itemsTold,
  };
}
