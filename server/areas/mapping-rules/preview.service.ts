/** What a rule makes of the data of a real subject, before it is saved. Nothing is written. */
import type { BodyOf, DataOf, previewMapping } from '../../../shared/contract/index.ts';
import { ruleKey } from '../../../shared/sync/compareRules.ts';
import { mapSubject, type MappingInput } from '../../../shared/sync/mapSubject.ts';
import type { MappedCase, RuleSet } from '../../../shared/sync/mappingRule.ts';
import { isOf } from '../../../shared/sync/sourceRows.ts';
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import type { SourceAddress } from '../../../shared/study-data/studyData.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import {
  findRows,
  findSubjects,
  type SourceStudy,
  type StoredRow,
  type StoredSubject,
} from '../../study-data/studyData.store.ts';
import { gatherLookups, studyFields } from '../../sync-rules/mappingFacts.ts';
import { mappingCatalogue, proposalsFor, readStudyRules } from '../../sync-rules/studyRules.ts';

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
    const known = await subjectsWithEvents(trx, study.source, rules);
    const chosen = known.find(({ subject }) => subject.subjectNo === subjectNo) ?? known[0];
    const subjects = known.map(({ subject, events }) => ({
      subjectNo: subject.subjectNo,
      label: subject.label,
      events,
    }));
    const item = catalogue.whole.items[rule.itemId];
    if (item?.blinded && !user.unblind) return { ...NOTHING, subjects, blinded: true };
    if (!chosen) return { ...NOTHING, subjects };
    const rows = await findRows(trx, study.source, chosen.subject.subjectKey);
    const input: Omit<MappingInput, 'ruleSet'> = {
      catalogue: mappingCatalogue(catalogue),
      study: {
        studyOid: study.source.studyOid,
        fields: await studyFields(trx, catalogue, user.sponsorKey, studyKey),
      },
      subject: chosen.subject,
      rows,
      selected: rows.filter((row) => isOf(row, rules.event)).map(({ recordKey }) => recordKey),
      lookups: await gatherLookups(trx, user.sponsorKey, withRule),
    };
    const before = study.stored ? mapSubject({ ...input, ruleSet: study.stored.ruleSet }) : null;
    const after = mapSubject({ ...input, ruleSet: withRule });
    return {
      subjects,
      subjectNo: chosen.subject.subjectNo,
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

async function subjectsWithEvents(
  trx: Trx,
  source: SourceStudy,
  { event }: RuleSet,
): Promise<{ subject: StoredSubject; events: number }[]> {
  const rows = (await findRows(trx, source)).filter((row) => !row.removedAt && isOf(row, event));
  const counts = Map.groupBy(rows, ({ subjectKey }: StoredRow) => subjectKey);
  return (await findSubjects(trx, source))
    .filter(({ removedAt, subjectKey }) => !removedAt && counts.has(subjectKey))
    .slice(0, MAX_SUBJECTS)
    .map((subject) => ({ subject, events: counts.get(subject.subjectKey)?.length ?? 0 }));
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
