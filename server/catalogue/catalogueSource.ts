/** A catalogue with everything that is made of it, compiled from the texts of the schema files. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { codeListsOf, compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { dictionariesOf, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { listsOf, type ListSourceFile } from '../../schemas/compile/lists.ts';
import { monitoringOf, type MonitoringPage } from '../../schemas/compile/monitoring.ts';
import { syncDefaultsOf, type SyncDefaults } from '../../schemas/compile/sync.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import { queriesOf, type QuerySource } from '../../schemas/compile/queries.ts';
import { recordLists } from '../../schemas/compile/records.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { warningsOf, type WarningRule } from '../../schemas/compile/warnings.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import { blindedColumns } from '../../shared/blinding/blindedColumns.ts';
import { inheritBlinding } from '../../shared/blinding/inheritBlinding.ts';
import { derivationsOf } from '../../shared/derived/derivations.ts';
import { compileE2b, compileR2, structureOf } from '../../shared/e2b/index.ts';
import type { E2bMap, R2Map } from '../../shared/e2b/index.ts';
import type { Finding, Receiver } from '../../shared/rules/finding.types.ts';
import {
  caseFindings,
  createCheckWorld,
  findingsFor,
  recipientsOf,
} from '../../shared/rules/caseFindings.ts';
import type { CheckWorld } from '../../shared/rules/caseFindings.ts';
import { STANDARD } from '../../shared/rules/receivers.ts';
import { compileRules, readRules } from '../../shared/rules/ruleFindings.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { RuleSet } from '../../shared/expressions/rules.types.ts';
import { readSourceTexts } from './readSourceTexts.ts';
import { withRetired, type Compiled, type Definitions } from './retired.ts';

export interface CatalogueSource {
  /** what it is compiled from */
  sources: readonly SourceText[];
  /** all items of all regions: storage, import, export */
  whole: Catalogue;
  /** as one appendix shows it; `ICH` or an unknown id shows no items of a region */
  forAppendix: (appendix: string) => Catalogue;
  codeLists: Record<string, CodeList>;
  /** by kind of records: what its files no longer contain */
  retiredOfRecords: Record<string, Definitions>;
  /** by code list: codes that it no longer has, as they were labelled last */
  retiredCodes: Record<string, CodeList['codes']>;
  /** what the lists of the product show, by menu id */
  lists: Record<string, ListSourceFile>;
  /** questions of the library that come with the product */
  queries: readonly QuerySource<DataQuery>[];
  /** what people are warned of, in the order it is counted */
  warnings: readonly WarningRule[];
  /** the pages of monitoring, in order */
  monitoring: readonly MonitoringPage[];
  /** default mapping rules, by the standard whose names they know */
  sync: readonly SyncDefaults[];
  /** the rules as they are written, of all authorities */
  ruleSet: RuleSet;
  /** how dictionaries are searched and shown, by name */
  dictionaries: Record<string, DictionaryDescriptor>;
  e2b: E2bMap;
  /** E2B(R2) elements, and what they are in R3 */
  r2: R2Map;
  /** the receiver in the envelope of a case; ICH if it has none */
  receiverOf: (content: CaseContent) => Receiver;
  /** the findings of a receiver's rules for a case; an unknown receiver gets those of ICH */
  findings: (content: CaseContent, receiver: string, now: Date) => Finding[];
  /** what findings of all receivers are made from */
  checks: CheckWorld;
}

/** The product's catalogue, for command line tools. Throws when the files hold mistakes; `npm run schemas:check` names them. */
export const openCatalogue = (): CatalogueSource => compileSource(readSourceTexts());

/** Items and code lists alone: what the files say, and what only earlier ones did. */
export function compileItems(sources: SourceText[]): Compiled {
  const live: Compiled = {
    whole: compileCatalogue(sources),
    codeLists: codeListsOf(sources),
    retiredOfRecords: {},
    retiredCodes: {},
  };
  const { whole, ...rest } = withRetired(live, sources);
  return { whole: inheritBlinding(whole), ...rest };
}

/** Compiles texts that hold no errors (`lintSchemas`). */
export function compileSource(sources: SourceText[]): CatalogueSource {
  const { whole, codeLists, retiredOfRecords, retiredCodes } = compileItems(sources);
  const ruleSet = readRules(sources);
  const rules = compileRules(whole, ruleSet);
  // computed values that need each other are refused now, not at the first save
  derivationsOf(whole);
  const checks = createCheckWorld(whole, rules, codeLists);
  const receivers = checks.receivers.map(({ receiver }) => receiver);
  const seen = new Map<string, Catalogue>();

  const catalogueOf = (appendixId: string): Catalogue => {
    const known = whole.appendices.find(({ appendix }) => appendix === appendixId)?.appendix ?? STANDARD;
    const catalogue = seen.get(known) ?? forAppendix(whole, known);
    seen.set(known, catalogue);
    return catalogue;
  };

  const findings = (content: CaseContent, appendixId: string, now: Date): Finding[] => {
    const receiver = receivers.find((known) => known === appendixId) ?? STANDARD;
    return findingsFor(caseFindings(checks, content, { now }, [receiver]), receiver);
  };

  const receiverOf = (content: CaseContent): Receiver =>
    recipientsOf(checks, caseReader(whole, content)).find(({ profile }) => profile !== undefined)?.receiver ??
    STANDARD;

  return {
    sources,
    whole,
    forAppendix: catalogueOf,
    codeLists,
    retiredOfRecords,
    retiredCodes,
    lists: nameTable([
      ...Object.entries(blindedColumns(whole, listsOf(sources))),
      ...Object.entries(recordLists(whole, codeLists)),
    ]),
    queries: queriesOf(sources),
    warnings: warningsOf(sources),
    monitoring: monitoringOf(sources),
    sync: syncDefaultsOf(sources),
    ruleSet,
    dictionaries: dictionariesOf(sources),
    e2b: compileE2b(whole, structureOf(sources)),
    r2: compileR2(whole, codeLists, sources),
    receiverOf,
    findings,
    checks,
  };
}

export interface CatalogueWorld {
  /** of the sponsor a request works for; outside of requests, and in public calls, the product's */
  catalogue: CatalogueSource;
}
