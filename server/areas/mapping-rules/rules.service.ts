/** One rule of a study, and the sources of one item. */
import type {
  BodyOf,
  DataOf,
  readMappingRule,
  readMappingSources,
  saveMappingRule,
} from '../../../shared/contract/index.ts';
import { UNIT_CODES } from '../../../shared/sync/convertUnit.ts';
import { ruleKey } from '../../../shared/sync/compareRules.ts';
import type { MappingRule } from '../../../shared/sync/mappingRule.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import { mappingRuleChanged, mappingWithoutEvents, noModifiedData, notFound } from '../../problems.ts';
import { codesOfItem } from '../../lists/listColumns.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findRuleSets } from '../../sync-rules/ruleSet.store.ts';
import { checkerFor, isTarget, proposalsFor, readStudyRules } from '../../sync-rules/studyRules.ts';
import type { Reader } from './ruleSet.service.ts';
import { saveRules, type Author, type MappingWorld } from './saveRules.ts';

type Reading = DatabaseWorld & CatalogueWorld;

interface RulePlace {
  studyKey: number;
  itemId: string;
  targetSeqNo: number;
}

/** Throws 404 NOT_FOUND. */
function requireTarget({ whole }: CatalogueSource, itemId: string): void {
  const item = Object.hasOwn(whole.items, itemId) ? whole.items[itemId] : undefined;
  if (!item || !isTarget(item, whole)) throw notFound();
}

type TargetItem = DataOf<typeof readMappingRule>['item'];

/** Null: the schema files have it no more. */
function targetItem({ whole, codeLists }: CatalogueSource, itemId: string, language: Language): TargetItem {
  const item = Object.hasOwn(whole.items, itemId) ? whole.items[itemId] : undefined;
  if (!item) return null;
  const { control, maxLength, nullFlavors } = item;
  return {
    label: item.label[language],
    pageLabel: whole.pages[item.page]?.label[language] ?? item.page,
    groupLabels: item.groups.map((group) => whole.groups[group]?.label[language] ?? group),
    control,
    maxLength,
    nullFlavors,
    codes: (codesOfItem(codeLists, item) ?? []).map(({ code, label }) => ({ code, label: label[language] })),
  };
}

/** Records of case info; those of the administration hold nothing for cases. */
const recordKinds = ({ whole }: CatalogueSource, language: Language) =>
  Object.values(whole.records)
    .filter(({ privilege }) => privilege === 'CASE_INFO')
    .map(({ kind, label, catalogue: { items } }) => ({
      id: kind,
      label: label[language],
      items: Object.values(items).map((item) => ({ id: item.itemId, label: item.label[language] })),
    }));

/** Throws 404 RECORD_NOT_FOUND, NOT_FOUND. */
export const readRule = (
  { db, catalogue }: Reading,
  { user, language }: Reader,
  { studyKey, itemId, targetSeqNo }: RulePlace,
): Promise<DataOf<typeof readMappingRule>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const study = await readStudyRules(trx, user, studyKey);
    const { stored, versions, studyName } = study;
    const place = { itemId, targetSeqNo };
    const rules = stored?.ruleSet.rules ?? [];
    const rule = rules.find((one) => ruleKey(one) === ruleKey(place)) ?? null;
    // a rule of an item that the schema files lost can still be read, and removed
    if (!rule) requireTarget(catalogue, itemId);
    const proposal = proposalsFor(catalogue, study)?.rules.find((one) => ruleKey(one) === ruleKey(place));
    const groups = stored?.ruleSet.groups ?? [];
    return {
      studyName,
      item: targetItem(catalogue, itemId, language),
      rule,
      proposal: proposal ?? null,
      faults: rule ? checkerFor(catalogue, study, { groups })(rule) : [],
      metadataVersion: versions[0]?.versionOid ?? null,
      numbers: rules
        .filter((one) => one.itemId === itemId)
        .map(({ targetSeqNo }) => targetSeqNo)
        .toSorted((a, b) => a - b),
      groups: groups.map(({ groupId, source }) => ({
        groupId,
        formOid: source.formOid,
        groupOid: source.groupOid,
      })),
      units: [...UNIT_CODES],
      records: recordKinds(catalogue, language),
    };
  });

/** Throws what the contract says of `saveMappingRule`. */
export const saveRule = (
  deps: MappingWorld,
  author: Author,
  { studyKey, itemId, targetSeqNo }: RulePlace,
  { reason, version, rule }: BodyOf<typeof saveMappingRule>,
): Promise<DataOf<typeof saveMappingRule>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { stored, versions } = await readStudyRules(trx, author.user, studyKey);
    const place = { itemId, targetSeqNo };
    if (rule) requireTarget(deps.catalogue, itemId);
    if (!stored) throw mappingWithoutEvents();
    const { rules } = stored.ruleSet;
    const before = rules.find((one) => ruleKey(one) === ruleKey(place));
    if ((before?.version ?? 0) !== version) throw mappingRuleChanged(stored.changedBy);
    if (!before && !rule) throw noModifiedData();
    const next: MappingRule | null = rule && {
      ...rule,
      ...place,
      metadataVersion: versions[0]?.versionOid ?? rule.metadataVersion,
      version: version + 1,
    };
    const others = rules.filter((one) => one !== before);
    const after = { ...stored.ruleSet, rules: next ? [...others, next] : others };
    await saveRules(trx, deps, author, { studyKey, before: stored, after, reason });
    return { version: next?.version ?? 0 };
  });

/** Throws 404 RECORD_NOT_FOUND, NOT_FOUND. */
export const sourcesOf = (
  { db, catalogue }: Reading,
  { user, language }: Reader,
  { studyKey, itemId }: { studyKey: number; itemId: string },
): Promise<DataOf<typeof readMappingSources>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const study = await readStudyRules(trx, user, studyKey);
    const ofItem = ({ rules }: { rules: readonly MappingRule[] }) =>
      rules.filter((rule) => rule.itemId === itemId).toSorted((a, b) => a.targetSeqNo - b.targetSeqNo);
    const rules = study.stored ? ofItem(study.stored.ruleSet) : [];
    if (rules.length === 0) requireTarget(catalogue, itemId);
    const sets = [...(await findRuleSets(trx, user.sponsorKey)).values()];
    const faultsOf = checkerFor(catalogue, study, study.stored?.ruleSet ?? { groups: [] });
    const proposed = proposalsFor(catalogue, study);
    return {
      studyName: study.studyName,
      label: targetItem(catalogue, itemId, language)?.label ?? itemId,
      studies: sets.length,
      sources: rules.map((rule) => ({
        rule,
        faults: faultsOf(rule),
        usedIn: sets.filter((set) => ofItem(set).some(({ source }) => source.itemOid === rule.source.itemOid))
          .length,
      })),
      proposals: proposed ? ofItem(proposed) : [],
    };
  });
