/** Queries on the rules of studies. They take the transaction they are part of, and decide nothing. */
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import type { Trx } from '../storage/database.ts';

/** Kind of the records that are studies. */
export const STUDY_KIND = 'study';

export interface StoredRuleSet {
  ruleSet: RuleSet;
  versionNo: number;
  changedAt: Date;
  /** printed name */
  changedBy: string;
}

/** The rules of a study of case info; null: it has none yet. */
export const findRuleSet = async (trx: Trx, sponsorKey: number, studyKey: number): Promise<RuleSet | null> =>
  (await findStoredRuleSet(trx, sponsorKey, studyKey))?.ruleSet ?? null;

export async function findStoredRuleSet(
  trx: Trx,
  sponsorKey: number,
  studyKey: number,
): Promise<StoredRuleSet | null> {
  const found = await trx
    .selectFrom('mapping_rule_set')
    .select(['rule_set', 'version_no', 'changed_at', 'changed_by'])
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', '=', studyKey)
    .executeTakeFirst();
  return found
    ? {
        ruleSet: found.rule_set,
        versionNo: found.version_no,
        changedAt: found.changed_at,
        changedBy: found.changed_by,
      }
    : null;
}

/** The number of the newest version; undefined: the study has none yet. */
export const findRulesVersion = async (
  trx: Trx,
  sponsorKey: number,
  studyKey: number,
): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('mapping_rule_set')
      .select('version_no')
      .where('sponsor_key', '=', sponsorKey)
      .where('study_key', '=', studyKey)
      .executeTakeFirst()
  )?.version_no;

/** Of all studies of the sponsor, by study. */
export async function findRuleSets(trx: Trx, sponsorKey: number): Promise<Map<number, RuleSet>> {
  const found = await trx
    .selectFrom('mapping_rule_set')
    .select(['study_key', 'rule_set'])
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('study_key')
    .execute();
  return new Map(found.map(({ study_key, rule_set }) => [study_key, rule_set]));
}

export interface StudyRuleSet {
  studyKey: number;
  /** sponsor study number */
  studyName: string;
  ruleSet: RuleSet;
}

/** Of all studies of case info that are not deleted, by number. */
export async function findStudyRuleSets(trx: Trx, sponsorKey: number): Promise<StudyRuleSet[]> {
  const found = await trx
    .selectFrom('mapping_rule_set as m')
    .innerJoin('record as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'm.sponsor_key').onRef('r.record_key', '=', 'm.study_key'),
    )
    .select(['m.study_key', 'r.name', 'm.rule_set'])
    .where('m.sponsor_key', '=', sponsorKey)
    .where('r.kind', '=', STUDY_KIND)
    .where('r.del_flag', '=', 'N')
    .orderBy('r.name')
    .orderBy('m.study_key')
    .execute();
  return found.map(({ study_key, name, rule_set }) => ({
    studyKey: study_key,
    studyName: name,
    ruleSet: rule_set,
  }));
}

/** The study of case info with the number; no two that are not deleted share one. Null: there is none. */
export async function findStudyOfNumber(
  trx: Trx,
  sponsorKey: number,
  studyName: string,
): Promise<number | null> {
  const found = await trx
    .selectFrom('record')
    .select('record_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', STUDY_KIND)
    .where('name', '=', studyName)
    .where('del_flag', '=', 'N')
    .executeTakeFirst();
  return found?.record_key ?? null;
}

export interface WrittenRuleSet extends StoredRuleSet {
  sponsorKey: number;
  studyKey: number;
  reason: string;
}

/** Stores the rules as a new version. False: another user has stored the version meanwhile. */
export async function putRuleSet(trx: Trx, written: WrittenRuleSet): Promise<boolean> {
  const { sponsorKey: sponsor_key, studyKey: study_key, versionNo: version_no, reason } = written;
  const rule_set = JSON.stringify(written.ruleSet);
  const changed = { version_no, rule_set, changed_at: written.changedAt, changed_by: written.changedBy };
  const stored = await trx
    .insertInto('mapping_rule_set')
    .values({ sponsor_key, study_key, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['sponsor_key', 'study_key'])
        .doUpdateSet(changed)
        .where('mapping_rule_set.version_no', '=', version_no - 1),
    )
    .returning('version_no')
    .executeTakeFirst();
  if (!stored) return false;
  await trx
    .insertInto('mapping_rule_set_version')
    .values({
      sponsor_key,
      study_key,
      version_no,
      rule_set,
      at: written.changedAt,
      user_name: written.changedBy,
      reason,
    })
    .execute();
  return true;
}
