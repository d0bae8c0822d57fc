/** What a selection of events would make of a case: every value before and after, and what the rules find in the result. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { BodyOf, DryRun, dryRunSync, DryRunValue } from '../../../shared/contract/index.ts';
import { addressKey, parseAddressKey } from '../../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { withComputed } from '../../../shared/derived/wholeCase.ts';
import { findingsFor } from '../../../shared/rules/caseFindings.ts';
import { receiversIn } from '../../../shared/rules/receivers.ts';
import { rowName } from '../../../shared/rules/rowName.ts';
import type { MergedValue } from '../../../shared/sync/mergeMapped.ts';
import { addressName } from '../../../shared/warnings/addressName.ts';
import { sourceCountry } from '../../case-number/reportNumber.ts';
import { visibleFindings } from '../../case-findings/visibleFindings.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import { senderOfNewCase } from '../../cases/record/senderOfNewCase.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { initialContent } from '../../masters/prefilledContent.ts';
import { agreeingFields } from '../../duplicates/duplicateWords.ts';
import { findDuplicatesFor } from '../../duplicates/findDuplicates.ts';
import { isLikely } from '../../duplicates/isLikely.ts';
import { searchDocument } from '../../duplicates/searchDocuments.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { syncEventNotFound, syncNoRules, syncSubjectNotFound } from '../../problems.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { basisOf, planCase, type CasePlan } from '../../sync/casePlan.ts';
import { readStudyRules, readSubject, ruleOf, type SubjectData } from '../../sync/subjectData.ts';
import { findSubjectEvents, type SyncEvent } from '../../sync/sync.store.ts';
import { targetOf, type SyncTarget } from '../../sync/target.ts';
import { sourceName } from '../../sync/valueSource.ts';
import { openStudy, openSubject, type SyncCaller } from './syncCaller.ts';

type World = CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld;

/** Findings that are shown; the case shows all of them. */
const MAX_FINDINGS = 100;
const MAX_DUPLICATES = 5;

export const dryRun = (
  deps: World,
  caller: SyncCaller,
  { studyKey, subjectKey }: { studyKey: number; subjectKey: number },
  body: BodyOf<typeof dryRunSync>,
): Promise<DryRun> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, caller.user, studyKey);
    const subject = await openSubject(trx, study, subjectKey);
    const rules = await readStudyRules(trx, deps, study);
    if (!rules) throw syncNoRules();
    const data = await readSubject(trx, rules, subject.subjectKey);
    if (!data) throw syncSubjectNotFound();
    const events = await findSubjectEvents(trx, study, subject.subjectKey);
    const selected = selectedOf(events, body.SUBJ_SYNC);
    const target = await targetOf(trx, caller.user, { events, selected }, body.TARGET);
    const newest = Math.max(...selected.map(({ changed_at }) => changed_at.getTime()));
    const common = {
      question: target.question,
      target: target.found?.root_case_key ?? null,
      candidates: candidatesOf(target, events),
      mostRecent: dayAt(newest, caller.user.timeZone),
      seen: basisOf(data, target.found),
    };
    if (target.question)
      return {
        ...common,
        kind: 'nothing',
        duplicates: [],
        values: [],
        problems: [],
        failed: [],
        findings: [],
      };
    const { found } = target;
    const plan = await planCase(trx, deps, data, {
      events,
      selected,
      found,
      chosen: new Set(body.OVERWRITE),
    });
    const content = found ? plan.merged.content : await newContent(trx, deps, caller, plan.merged.content);
    return {
      ...common,
      kind: plan.kind,
      duplicates: plan.kind === 'new' ? await duplicatesOf(trx, deps, caller, { content, target }) : [],
      ...shownPlan(deps, caller, data, plan, content),
    };
  });

/** A report may have come on another way first, or from the former source of the study. Other events of the subject are asked about. */
async function duplicatesOf(
  trx: Trx,
  deps: CatalogueWorld,
  { user, language }: SyncCaller,
  { content, target }: { content: CaseContent; target: SyncTarget },
): Promise<DryRun['duplicates']> {
  const document = await searchDocument(trx, deps.catalogue, content);
  const hits = await findDuplicatesFor(trx, deps, user, document);
  const known = new Set(target.candidates.map(({ root_case_key }) => root_case_key));
  return hits
    .filter(({ score, root_case_key }) => isLikely(score) && !known.has(root_case_key))
    .slice(0, MAX_DUPLICATES)
    .map(({ case_key, case_no, version_no, score }) => ({
      caseKey: case_key,
      caseNo: case_no,
      versionNo: version_no,
      agreeing: agreeingFields(score, language),
    }));
}

/** In the order of their numbers. Throws 404 SYNC_EVENT_NOT_FOUND. */
export function selectedOf(
  events: readonly SyncEvent[],
  items: BodyOf<typeof dryRunSync>['SUBJ_SYNC'],
): SyncEvent[] {
  return items
    .toSorted((a, b) => a.SEQ_NO - b.SEQ_NO)
    .map(({ EVENT_KEY }) => {
      const event = events.find(({ event_key }) => event_key === EVENT_KEY);
      if (!event) throw syncEventNotFound();
      return event;
    });
}

const candidatesOf = ({ candidates }: SyncTarget, events: readonly SyncEvent[]): DryRun['candidates'] =>
  candidates.map(({ root_case_key, case_key, case_no, version_no }) => ({
    rootCaseKey: root_case_key,
    caseKey: case_key,
    caseNo: case_no,
    versionNo: version_no,
    terms: events.filter((event) => event.root_case_key === root_case_key).map(({ term }) => term),
  }));

/** A new case begins with more than what the study says; with a number in place of the one that is generated. */
async function newContent(
  trx: Trx,
  deps: CatalogueWorld & ClockWorld,
  { user }: SyncCaller,
  content: CaseContent,
): Promise<CaseContent> {
  const { sponsorKey } = user;
  const { value: editing } = await settingOf(trx, sponsorKey, 'editing');
  if (editing.newCase !== 'prefilled') return content;
  const senderKey = await senderOfNewCase(trx, user, user.senderKey);
  const reportNumber = `${sourceCountry(deps.catalogue.whole, content) ?? 'XX'}-SYNC-1`;
  const made = { sponsorKey, senderKey, at: deps.clock.now(), reportNumber, user, screen: null };
  return initialContent(trx, deps, made, content);
}

function shownPlan(
  deps: CatalogueWorld & ClockWorld,
  { user, language, appendix }: SyncCaller,
  data: SubjectData,
  { merged, problems, failed }: CasePlan,
  content: CaseContent,
): Pick<DryRun, 'values' | 'problems' | 'failed' | 'findings'> {
  const { whole } = deps.catalogue;
  const nameOf = addressName(whole, content.rows);
  const sees = (itemId: string) => maySee(deps, user, itemId);
  const findings = visibleFindings(deps.catalogue, {
    content: withComputed(whole, content),
    user,
    now: deps.clock.now(),
  });
  const receiver = receiversIn(whole, appendix).at(-1);
  const rowOf = rowName(whole, content.rows, language);
  return {
    values: inPageOrder(whole, merged.values).map((value) => ({
      ...shownValue(value, sees(value.address.itemId)),
      place: nameOf(value.address)[language],
      significant: value.parts.some(({ rule }) => ruleOf(data, rule)?.significant ?? false),
    })),
    problems: problems.map(({ kind, rule, source, sourceText, eventKey, blocking, address }) => {
      const { itemId } = parseAddressKey(address);
      return {
        kind,
        rule,
        sourceText: sees(itemId) ? sourceText : null,
        eventKey,
        blocking,
        place: whole.items[itemId]?.label[language] ?? itemId,
        source: source && sourceName(source),
      };
    }),
    failed: [...failed.keys()],
    findings: (receiver === undefined ? [] : findingsFor(findings, receiver))
      .slice(0, MAX_FINDINGS)
      .map((finding) => ({
        ...finding,
        place: [rowOf(finding), whole.items[finding.itemId]?.label[language] ?? finding.itemId]
          .filter(Boolean)
          .join(' › '),
      })),
  };
}

/** Page by page, row by row. */
function inPageOrder({ pages, items }: Catalogue, values: readonly MergedValue[]): MergedValue[] {
  const pageOf = ({ address }: MergedValue) => Object.keys(pages).indexOf(items[address.itemId]?.page ?? '');
  const sortOf = ({ address }: MergedValue) => items[address.itemId]?.sort ?? 0;
  return values.toSorted(
    (a, b) => pageOf(a) - pageOf(b) || a.address.rowNo - b.address.rowNo || sortOf(a) - sortOf(b),
  );
}

const HIDDEN = { value: null, nullFlavor: null };

function shownValue(
  { address, parts, before, after, outcome, touched }: MergedValue,
  isSeen: boolean,
): Omit<DryRunValue, 'place' | 'significant'> {
  const only = ({ value, nullFlavor }: ItemValue) => (isSeen ? { value, nullFlavor } : HIDDEN);
  const [part] = parts;
  return {
    address: addressKey(address),
    ...address,
    hidden: !isSeen,
    before: only(before),
    after: only(after),
    outcome,
    touched,
    sourceText: isSeen ? parts.map(({ sourceText }) => sourceText ?? '').join(' + ') || null : null,
    source: part?.source ? sourceName(part.source) : null,
    rule: part?.rule ?? { itemId: address.itemId, targetSeqNo: 1, version: 0 },
  };
}
