/** The rules of a study with what they are evaluated on: the catalogue, the metadata of its source, and facts of the study. */
import { scopeAllows } from '../../shared/access/scope.ts';
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import type { MappingCatalogue } from '../../shared/sync/mappingCatalogue.ts';
import { proposeRules } from '../../shared/sync/proposeRules.ts';
import { ruleKey } from '../../shared/sync/compareRules.ts';
import type { MappingRule } from '../../shared/sync/mappingRule.ts';
import { ruleChecker, type RuleFault } from '../../shared/sync/checkRules.ts';
import type { StudyMetadata } from '../../shared/study-data/studyData.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { isRetired } from '../../schemas/compile/retired.ts';
import { withoutRetired } from '../catalogue/retired.ts';
import type { SessionUser } from '../http/session.ts';
import { recordNotFound } from '../problems.ts';
import { findRecord } from '../records/record.store.ts';
import type { Trx } from '../storage/database.ts';
import { findMetadata, findSourceStudy, type SourceStudy } from '../study-data/studyData.store.ts';
import { findStoredRuleSet, STUDY_KIND, type StoredRuleSet } from './ruleSet.store.ts';

export interface StudyRules {
  studyKey: number;
  studyName: string;
  /** null: it has no rules yet */
  stored: StoredRuleSet | null;
  /** null: it is linked to no study of a source */
  source: SourceStudy | null;
  /** versions of its metadata, newest first */
  versions: readonly StudyMetadata[];
}

/** Throws 404 RECORD_NOT_FOUND for a study that there is not, or that the user may not see. */
export async function readStudyRules(
  trx: Trx,
  user: Pick<SessionUser, 'sponsorKey' | 'senderKeys' | 'productKeys' | 'studyKeys'>,
  studyKey: number,
): Promise<StudyRules> {
  const { sponsorKey } = user;
  const record = await findRecord(trx, { sponsorKey, kind: STUDY_KIND, recordKey: studyKey });
  if (!record || !scopeAllows(user, { studyKeys: [studyKey] })) throw recordNotFound(STUDY_KIND, studyKey);
  const stored = await findStoredRuleSet(trx, sponsorKey, studyKey);
  const source = await findSourceStudy(trx, sponsorKey, studyKey);
  const versions = source ? await findMetadata(trx, source) : [];
  return { studyKey, studyName: record.name, stored, source, versions };
}

/** Without items that left the schema files: what rules would write into them nobody could see. */
export const mappingCatalogue = ({
  whole,
  codeLists,
}: Pick<CatalogueSource, 'whole' | 'codeLists'>): MappingCatalogue => ({
  ...withoutRetired(whole),
  codeLists,
});

/** By all standards, the first one first. Null: nothing is proposed. */
export function proposalsFor(
  catalogue: CatalogueSource,
  { stored, versions: [newest] }: Pick<StudyRules, 'stored' | 'versions'>,
): RuleSet | null {
  if (!newest) return null;
  const [proposed] = catalogue.sync.flatMap(
    (defaults) => proposeRules(defaults, newest, mappingCatalogue(catalogue)) ?? [],
  );
  if (!proposed) return null;
  const taken = new Set(stored?.ruleSet.rules.map(ruleKey));
  return { ...proposed, rules: proposed.rules.filter((rule) => !taken.has(ruleKey(rule))) };
}

/** What is wrong with each rule of a study. */
export function checkerFor(
  catalogue: Pick<CatalogueSource, 'whole' | 'codeLists'>,
  { versions }: Pick<StudyRules, 'versions'>,
  ruleSet: Pick<RuleSet, 'groups'>,
): (rule: MappingRule) => RuleFault[] {
  return ruleChecker({
    catalogue: mappingCatalogue(catalogue),
    ruleSet,
    newest: versions[0] ?? null,
    versions: new Map(versions.map((metadata) => [metadata.versionOid, metadata])),
  });
}

/** Items that rules may fill: neither envelopes nor what the case computes, nor what left the schema files. */
export const isTarget = (
  { appendix, control, computed, page }: CatalogueSource['whole']['items'][string],
  { pages }: Pick<CatalogueSource['whole'], 'pages'>,
): boolean =>
  !isRetired({ appendix }) &&
  computed === null &&
  !NOT_MAPPED.has(control) &&
  pages[page]?.kind !== 'envelope';

const NOT_MAPPED: ReadonlySet<string> = new Set(['attachment', 'rowReference', 'readOnly']);

/** How much of a case the rules of a study fill. */
export function mappingState(
  catalogue: CatalogueSource,
  study: Pick<StudyRules, 'stored' | 'versions'>,
): { mapped: number; total: number; broken: number } {
  const ruleSet = study.stored?.ruleSet;
  const faultsOf = ruleSet && checkerFor(catalogue, study, ruleSet);
  return {
    mapped: new Set(ruleSet?.rules.map(({ itemId }) => itemId)).size,
    total: Object.values(catalogue.whole.items).filter((item) => isTarget(item, catalogue.whole)).length,
    broken: ruleSet && faultsOf ? ruleSet.rules.filter((rule) => faultsOf(rule).length > 0).length : 0,
  };
}
