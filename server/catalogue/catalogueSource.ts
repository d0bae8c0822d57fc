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
import { readSourceTexts } from './readSourceTexts.ts';

export interface CatalogueSource {
  /** all items of all regions: storage, import, export */
  whole: Catalogue;
  /** as one appendix shows it; `ICH`, or one nobody knows, shows no region's items */
  forAppendix: (appendix: string) => Catalogue;
  codeLists: Record<string, CodeList>;
  e2b: E2bMap;
  /** what the rules of a receiver say about a case; one nobody knows gets those of ICH */
  findings: (content: CaseContent, receiver: string, now: Date) => Finding[];
}

/** Which appendix an authority's receivers want. */
const APPENDIX: Record<Receiver, string> = {
  ICH: 'ICH',
  FDA: 'US',
  MFDS: 'KR',
  PMDA: 'JP',
  EMA: 'EU',
  NMPA: 'CN',
};

/** Throws when the schema files hold mistakes; `npm run schemas:check` names them all. */
export function openCatalogue(): CatalogueSource {
  const sources = readSourceTexts(join(import.meta.dirname, '..', '..', 'schemas'));
  const whole = compileCatalogue(sources);
  const rules = compileRules(whole, readRules(sources));
  const codeLists = codeListsOf(sources);
  const seen = new Map<string, Catalogue>();

  const catalogueOf = (asked: string): Catalogue => {
    const known = whole.appendices.find(({ appendix }) => appendix === asked)?.appendix ?? 'ICH';
    const catalogue = seen.get(known) ?? forAppendix(whole, known);
    seen.set(known, catalogue);
    return catalogue;
  };

  const findings = (content: CaseContent, asked: string, now: Date): Finding[] => {
    const receiver = asked in APPENDIX ? (asked as Receiver) : 'ICH';
    const profile = profileOf(whole, rules, content, receiver);
    return [
      ...findingsOf(catalogueOf(APPENDIX[receiver]), content, { receiver, profile, codeLists, now }),
      ...ruleFindings(whole, rules, content, { receiver, profile }),
    ];
  };

  return { whole, forAppendix: catalogueOf, codeLists, e2b: compileE2b(whole, e2bStructure), findings };
}
