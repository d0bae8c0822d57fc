/** What a rule makes of the data of a real subject, before it is saved. Nothing is written. */
import { maySee } from '../../cases/record/caseAccess.ts';
import type { BodyOf, DataOf, previewMapping } from '../../../shared/contract/index.ts';
import { ruleKey } from '../../../shared/sync/compareRules.ts';
import { mapSubject, type MappingInput } from '../../../shared/sync/mapSubject.ts';
import type { MappedCase, MappingRule, RuleSet } from '../../../shared/sync/mappingRule.ts';
import { isOf } from '../../../shared/sync/sourceRows.ts';
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import type { SourceAddress } from '../../../shared/study-data/studyData.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findRows } from '../../study-data/studyData.store.ts';
import { findSubject } from '../../sync/sync.store.ts';
import { gatherLookups, studyFields } from '../../sync-rules/mappingFacts.ts';
import { mappingCatalogue, proposalsFor, readStudyRules } from '../../sync-rules/studyRules.ts';
import { findSubjectsWithEvents } from '../../sync-rules/subjectsWithEvents.store.ts';

const MAX_SUBJECTS = 200;

type Answer = DataOf<typeof previewMapping>;

const NOTHING: Answer = {
  subjects: [],
  subjectNo: null,
  before: [],
  after: [],
  problems: [],
  blinded: false,
};

/** Throws 404 RECORD_NOT_FOUND. */
export const preview = (
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  studyKey: number,
  { rule, subjectNo }: BodyOf<typeof previewMapping>,
): Promise<Answer> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const study = await readStudyRules(trx, user, studyKey);
    const rules = study.stored?.ruleSet ?? proposalsFor(catalogue, study);
    if (!study.source || !rules) return NOTHING;
    const withRule: RuleSet = {
      ...rules,
      rules: [...rules.rules.filter((one) => ruleKey(one) !== ruleKey(rule)), rule],
    };
    const known = await findSubjectsWithEvents(trx, study.source, rules.event, MAX_SUBJECTS);
    const subjects = known.map(({ subjectKey: _, ...subject }) => subject);
    if (showsUnseen(rule, withRule, (itemId) => maySee({ catalogue }, user, itemId)))
      return { ...NOTHING, subjects, blinded: true };
    const chosen = known.find((subject) => subject.subjectNo === subjectNo) ?? known[0];
    const subject = chosen && (await findSubject(trx, study.source, chosen.subjectNo));
    if (!subject) return { ...NOTHING, subjects };
    const rows = await findRows(trx, study.source, subject.subjectKey);
    const input: Omit<MappingInput, 'ruleSet'> = {
      catalogue: mappingCatalogue(catalogue),
      study: {
        studyOid: study.source.studyOid,
        fields: await studyFields(trx, catalogue, user.sponsorKey, studyKey),
      },
      subject,
      rows,
      selected: rows.filter((row) => isOf(row, rules.event)).map(({ recordKey }) => recordKey),
      lookups: await gatherLookups(trx, user.sponsorKey, withRule),
    };
    const before = study.stored ? mapSubject({ ...input, ruleSet: study.stored.ruleSet }) : null;
    const after = mapSubject({ ...input, ruleSet: withRule });
    return {
      subjects,
      subjectNo: subject.subjectNo,
      before: before ? valuesOf(before, rule.itemId) : [],
      after: valuesOf(after, rule.itemId),
      problems: after.problems
        .filter(({ address }) => parseAddressKey(address).itemId === rule.itemId)
        .map(({ kind, address, sourceText, source }) => ({
          kind,
          address,
          sourceText,
          source: addressText(source),
        })),
      blinded: false,
    };
  });

/**
 * Whether the rule fills an item that the user does not see, or reads what a rule of the study fills one with: users who may not see the item must
 * not see its source under another name either.
 */
function showsUnseen(rule: MappingRule, { rules }: RuleSet, sees: (itemId: string) => boolean): boolean {
  const isUnseen = ({ itemId }: Pick<MappingRule, 'itemId'>) => !sees(itemId);
  const unseen = new Set(rules.filter(isUnseen).flatMap(({ source }) => source.itemOid ?? []));
  const { row, itemOid } = rule.source;
  const conditions = [...rule.condition, ...(typeof row === 'object' ? row.matching : [])];
  return (
    isUnseen(rule) ||
    [itemOid, ...conditions.map((condition) => condition.itemOid)].some(
      (oid) => oid !== null && unseen.has(oid),
    )
  );
}

const valuesOf = ({ values }: MappedCase, itemId: string): Answer['after'] =>
  values
    .filter(({ address }) => parseAddressKey(address).itemId === itemId)
    .map(({ address, value, parts }) => ({
      address,
      value: value.value,
      nullFlavor: value.nullFlavor,
      parts: parts.map(({ rule, source, sourceText }) => ({
        targetSeqNo: rule.targetSeqNo,
        sourceText,
        source: addressText(source),
      })),
    }));

/** The nine parts in one line; repeats in brackets. */
function addressText(source: SourceAddress | null): string {
  if (!source) return '';
  const repeated = (oid: string, repeat: string) => (repeat === '' ? oid : `${oid}[${repeat}]`);
  return [
    source.studyOid,
    source.subjectKey,
    repeated(source.eventOid, source.eventRepeat),
    repeated(source.formOid, source.formRepeat),
    repeated(source.groupOid, source.groupRepeat),
    source.itemOid,
  ]
    .filter(Boolean)
    .join(' / ');
}
