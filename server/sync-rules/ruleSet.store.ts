/** Queries on the rules of studies. They take the transaction they are part of, and decide nothing. */
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import type { Trx } from '../storage/database.ts';

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
