/** What the events of one subject are mapped from: its rows, the rules of its study, and what these look up. */
import type { SourceAddress, StudyMetadata } from '../../shared/study-data/studyData.ts';
import { mapSubject } from '../../shared/sync/mapSubject.ts';
import type { MappedCase, MappedPart, MappingRule, RuleSet } from '../../shared/sync/mappingRule.ts';
import type { Lookups } from '../../shared/sync/lookups.ts';
import type { Facts } from '../../shared/sync/sourceRows.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { findMetadata, findRows, type StoredRow, type StoredSubject } from '../study-data/studyData.store.ts';
import { gatherLookups, studyFields } from '../sync-rules/mappingFacts.ts';
import { findRulesVersion, findStoredRuleSet } from '../sync-rules/ruleSet.store.ts';
import { mappingCatalogue } from '../sync-rules/studyRules.ts';
import { findSubject, type LinkedStudy } from './sync.store.ts';

/** What is the same for all subjects of a study. */
export interface StudyRules {
  study: LinkedStudy;
  ruleSet: RuleSet;
  /** of the rules */
  versionNo: number;
  /** newest version; null: the source gave none */
  metadata: StudyMetadata | null;
  lookups: Lookups;
  /** facts of the study that rules read */
  fields: Facts;
}

export interface SubjectData extends StudyRules {
  subject: StoredSubject;
  /** removed ones too */
  rows: readonly StoredRow[];
}

/** Null: nobody has written rules for the study. */
export async function readStudyRules(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  study: LinkedStudy,
): Promise<StudyRules | null> {
  const { sponsorKey, studyKey } = study;
  const stored = await findStoredRuleSet(trx, sponsorKey, studyKey);
  if (!stored) return null;
  const { ruleSet, versionNo } = stored;
  const [metadata = null] = await findMetadata(trx, study);
  return {
    study,
    ruleSet,
    versionNo,
    metadata,
    lookups: await gatherLookups(trx, sponsorKey, ruleSet),
    fields: await studyFields(trx, catalogue, sponsorKey, studyKey),
  };
}

/** The same, read again where the rules were changed since. */
export const rulesNow = async (
  trx: Trx,
  deps: CatalogueWorld,
  rules: StudyRules,
): Promise<StudyRules | null> => {
  const { study, versionNo } = rules;
  const isNewest = (await findRulesVersion(trx, study.sponsorKey, study.studyKey)) === versionNo;
  return isNewest ? rules : readStudyRules(trx, deps, study);
};

/** Null: the source never had the subject. */
export async function readSubject(
  trx: Trx,
  rules: StudyRules,
  subjectKey: string,
): Promise<SubjectData | null> {
  const subject = await findSubject(trx, rules.study, subjectKey);
  return subject && { ...rules, subject, rows: await findRows(trx, rules.study, subjectKey) };
}

/** When the newest change of the rows and facts of a subject was read. */
export const newestTime = ({ rows, subject }: Pick<SubjectData, 'rows' | 'subject'>): Date =>
  rows
    .flatMap(({ readAt, removedAt }) => [readAt, removedAt ?? readAt])
    .reduce((newest, at) => (at > newest ? at : newest), subject.readAt);

/** The case that the rules make of these events, in their order. */
export const mapEvents = (
  { catalogue }: CatalogueWorld,
  { study, ruleSet, subject, rows, lookups, fields }: SubjectData,
  recordKeys: readonly string[],
): MappedCase =>
  mapSubject({
    catalogue: mappingCatalogue(catalogue),
    ruleSet,
    study: { studyOid: study.studyOid, fields },
    subject,
    rows,
    selected: recordKeys,
    lookups,
  });

const keyOf = ({
  eventOid,
  eventRepeat,
  formOid,
  formRepeat,
  groupOid,
  groupRepeat,
}: Omit<SourceAddress, 'studyOid' | 'itemOid' | 'subjectKey'>): string =>
  JSON.stringify([eventOid, eventRepeat, formOid, formRepeat, groupOid, groupRepeat]);

/** Finds the record of a value: by its row, or by its address where it was stored without. */
export function recordsOf({
  rows,
}: Pick<SubjectData, 'rows'>): (part: Pick<MappedPart, 'source' | 'recordKey'>) => string | undefined {
  const records = new Map(
    rows.filter(({ removedAt }) => !removedAt).map((row) => [keyOf(row), row.recordKey]),
  );
  return ({ source, recordKey }) => recordKey ?? (source ? records.get(keyOf(source)) : undefined);
}

/** The rule of a part; undefined: it was removed since. */
export const ruleOf = (
  { ruleSet: { rules } }: Pick<StudyRules, 'ruleSet'>,
  of: Pick<MappedPart['rule'], 'itemId' | 'targetSeqNo'> | undefined,
): MappingRule | undefined =>
  rules.find(({ itemId, targetSeqNo }) => itemId === of?.itemId && targetSeqNo === of.targetSeqNo);
