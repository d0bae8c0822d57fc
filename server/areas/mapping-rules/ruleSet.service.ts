/** The rules of a study as a whole: its events and rows, proposals, copies, files. */
import type {
  acceptMappingProposals,
  BodyOf,
  compareMappingRules,
  DataOf,
  listMappingStudies,
  MappingFrom,
  readMappingRuleSet,
  replaceMappingRules,
  saveMappingEvents,
} from '../../../shared/contract/index.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { scopeAllows } from '../../../shared/access/scope.ts';
import { groupFaults } from '../../../shared/sync/checkRules.ts';
import { compareRules, ruleKey } from '../../../shared/sync/compareRules.ts';
import type { GroupRule, MappingRule, RuleSet } from '../../../shared/sync/mappingRule.ts';
import { ruleText } from '../../../shared/sync/ruleText.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { mappingChanged, mappingFileInvalid, mappingWithoutEvents, noModifiedData } from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findStudyRuleSets } from '../../sync-rules/ruleSet.store.ts';
import {
  checkerFor,
  mappingCatalogue,
  mappingState,
  proposalsFor,
  readStudyRules,
  type StudyRules,
} from '../../sync-rules/studyRules.ts';
import { saveRules, type Author, type MappingWorld } from './saveRules.ts';

type Reading = DatabaseWorld & CatalogueWorld;

export interface Reader {
  user: SessionUser;
  language: Language;
}

const labelIn = (names: Catalogue['items'] | Catalogue['groups'], id: string, language: Language): string =>
  (Object.hasOwn(names, id) ? names[id]?.label[language] : undefined) ?? id;

/** Throws 404 RECORD_NOT_FOUND, as all of these do for a study that the user may not see. */
export const readSet = (
  { db, catalogue }: Reading,
  { user, language }: Reader,
  studyKey: number,
): Promise<DataOf<typeof readMappingRuleSet>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const study = await readStudyRules(trx, user, studyKey);
    const proposed = proposalsFor(catalogue, study);
    const { stored, versions } = study;
    const newest = versions[0] ?? null;
    return {
      studyName: study.studyName,
      versionNo: stored?.versionNo ?? 0,
      changedAt: stored?.changedAt.toISOString() ?? null,
      changedBy: stored?.changedBy ?? null,
      metadataVersion: newest?.versionOid ?? null,
      event: stored?.ruleSet.event ?? proposed?.event ?? null,
      groups: (stored?.ruleSet.groups ?? proposed?.groups ?? []).map((group) => ({
        ...group,
        faults: groupFaults(group, mappingCatalogue(catalogue), newest),
      })),
      caseGroups: Object.values(catalogue.whole.groups)
        .filter(({ rowsOf }) => rowsOf === null)
        .map(({ group, label }) => ({ id: group, label: label[language] })),
      ...mappingState(catalogue, study),
      proposals: (proposed?.rules ?? []).map((rule) => ({
        itemId: rule.itemId,
        label: labelIn(catalogue.whole.items, rule.itemId, language),
        targetSeqNo: rule.targetSeqNo,
        text: ruleText(rule),
      })),
    };
  });

/** The study as it is, locked against a save at the same time by the version that is written. */
async function changeable(
  trx: Trx,
  user: SessionUser,
  studyKey: number,
  versionNo: number,
): Promise<StudyRules> {
  const study = await readStudyRules(trx, user, studyKey);
  const newest = study.stored?.versionNo ?? 0;
  if (newest !== versionNo) throw mappingChanged(study.stored?.changedBy ?? '', newest);
  return study;
}

/** Throws 409 MAPPING_CHANGED, 422 NO_MODIFIED_DATA. */
export const saveEvents = (
  deps: MappingWorld,
  author: Author,
  studyKey: number,
  { reason, versionNo, event, groups }: BodyOf<typeof saveMappingEvents>,
): Promise<DataOf<typeof saveMappingEvents>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { stored } = await changeable(trx, author.user, studyKey, versionNo);
    const rules = stored?.ruleSet.rules ?? [];
    const after = { event, groups: nextGroups(stored?.ruleSet.groups ?? [], groups), rules };
    return { versionNo: await saveRules(trx, deps, author, { studyKey, before: stored, after, reason }) };
  });

const nextGroups = (before: readonly GroupRule[], after: readonly GroupRule[]): GroupRule[] => {
  const text = ({ version: _, ...rule }: GroupRule) => JSON.stringify(rule);
  const known = new Map(before.map((rule) => [text(rule), rule.version]));
  const newest = Math.max(0, ...before.map(({ version }) => version));
  return after.map((rule) => ({ ...rule, version: known.get(text(rule)) ?? newest + 1 }));
};

/** Throws 409 MAPPING_CHANGED, 422 NO_MODIFIED_DATA. */
export const acceptProposals = (
  deps: MappingWorld,
  author: Author,
  studyKey: number,
  { reason, versionNo, rules }: BodyOf<typeof acceptMappingProposals>,
): Promise<DataOf<typeof acceptMappingProposals>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const study = await changeable(trx, author.user, studyKey, versionNo);
    const proposed = proposalsFor(deps.catalogue, study);
    const chosen = new Set(rules.map(ruleKey));
    const accepted = (proposed?.rules ?? []).filter((rule) => chosen.has(ruleKey(rule)));
    if (!proposed || accepted.length === 0) throw noModifiedData();
    const after = withAccepted(study.stored?.ruleSet ?? null, proposed, accepted, deps.catalogue);
    const before = study.stored;
    return {
      versionNo: await saveRules(trx, deps, author, { studyKey, before, after, reason }),
      accepted: accepted.length,
    };
  });

/** With the rows that the accepted rules need and no rule makes yet. */
function withAccepted(
  before: RuleSet | null,
  proposed: RuleSet,
  accepted: readonly MappingRule[],
  { whole }: CatalogueSource,
): RuleSet {
  const around = new Set(
    accepted.flatMap(({ itemId }) =>
      (whole.items[itemId]?.groups ?? []).flatMap((group) => [group, whole.groups[group]?.rowsOf ?? group]),
    ),
  );
  const known = new Set((before?.groups ?? []).map(({ groupId }) => groupId));
  const needed = proposed.groups.filter(({ groupId }) => around.has(groupId) && !known.has(groupId));
  return {
    event: before?.event ?? proposed.event,
    groups: [...(before?.groups ?? []), ...needed.map((group) => ({ ...group, version: 1 }))],
    rules: [...(before?.rules ?? []), ...accepted.map((rule) => ({ ...rule, version: 1 }))],
  };
}

export const otherStudies = (
  { db }: DatabaseWorld,
  user: SessionUser,
  studyKey: number,
): Promise<DataOf<typeof listMappingStudies>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    await readStudyRules(trx, user, studyKey);
    const sets = await findStudyRuleSets(trx, user.sponsorKey);
    const studies = sets
      .filter((set) => set.studyKey !== studyKey && scopeAllows(user, { studyKeys: [set.studyKey] }))
      .map((set) => ({ studyKey: set.studyKey, name: set.studyName, rules: set.ruleSet.rules.length }));
    return { studies };
  });

/** Throws 409 MAPPING_WITHOUT_EVENTS where there are no rules. */
export const rulesFile = ({ db }: DatabaseWorld, user: SessionUser, studyKey: number): Promise<FileAnswer> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const { stored, studyName } = await readStudyRules(trx, user, studyKey);
    if (!stored) throw mappingWithoutEvents();
    return {
      fileName: `${studyName || studyKey} mapping rules.json`,
      mediaType: 'application/json',
      body: Buffer.from(JSON.stringify(stored.ruleSet, null, 2)),
      isStored: true,
    };
  });

/** Throws 422 MAPPING_FILE_INVALID. */
export const compareWith = (
  { db, catalogue }: Reading,
  { user, language }: Reader,
  studyKey: number,
  { from }: BodyOf<typeof compareMappingRules>,
): Promise<DataOf<typeof compareMappingRules>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const study = await readStudyRules(trx, user, studyKey);
    const before = study.stored?.ruleSet ?? null;
    const after = await rulesFrom(trx, user, from, study);
    const faultsOf = checkerFor(catalogue, study, after);
    const rules = new Map(after.rules.map((rule) => [ruleKey(rule), rule]));
    return {
      versionNo: study.stored?.versionNo ?? 0,
      differences: compareRules(before, after).map((difference) => {
        const { what, name, targetSeqNo } = difference;
        const rule = what === 'rule' ? rules.get(ruleKey({ itemId: name, targetSeqNo })) : undefined;
        const names = what === 'rule' ? catalogue.whole.items : catalogue.whole.groups;
        return {
          ...difference,
          label: what === 'event' ? '' : labelIn(names, name, language),
          faults: rule ? faultsOf(rule) : [],
        };
      }),
    };
  });

/** Throws 409 MAPPING_CHANGED, 422 NO_MODIFIED_DATA, MAPPING_FILE_INVALID. */
export const replaceRules = (
  deps: MappingWorld,
  author: Author,
  studyKey: number,
  { reason, versionNo, from }: BodyOf<typeof replaceMappingRules>,
): Promise<DataOf<typeof replaceMappingRules>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const study = await changeable(trx, author.user, studyKey, versionNo);
    const after = await rulesFrom(trx, author.user, from, study);
    const before = study.stored;
    return { versionNo: await saveRules(trx, deps, author, { studyKey, before, after, reason }) };
  });

/** The rules of another study or of a file, made for the newest metadata of this one; versions rise where a rule differs. */
async function rulesFrom(
  trx: Trx,
  user: SessionUser,
  from: MappingFrom,
  { stored, versions }: StudyRules,
): Promise<RuleSet> {
  const given =
    'ruleSet' in from ? from.ruleSet : (await readStudyRules(trx, user, from.studyKey)).stored?.ruleSet;
  if (!given) throw mappingWithoutEvents();
  const keys = given.rules.map(ruleKey);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw mappingFileInvalid(twice.replace('|', ' '));
  const known = new Map(stored?.ruleSet.rules.map((rule) => [ruleKey(rule), rule]));
  return {
    ...given,
    groups: nextGroups(stored?.ruleSet.groups ?? [], given.groups),
    rules: given.rules.map((rule) => {
      const before = known.get(ruleKey(rule));
      const isSame = before !== undefined && ruleText(before) === ruleText(rule);
      return isSame
        ? before
        : {
            ...rule,
            metadataVersion: versions[0]?.versionOid ?? rule.metadataVersion,
            version: (before?.version ?? 0) + 1,
          };
    }),
  };
}
