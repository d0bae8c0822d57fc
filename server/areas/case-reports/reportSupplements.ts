/** What a report prints besides the case, on request: its findings and its audit trail. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { printedValue } from '../../../shared/reports/printedValue.ts';
import type { ReportLanguage, ReportSupplement, TermOf } from '../../../shared/reports/report.types.ts';
import { reportWords } from '../../../shared/reports/reportWords.ts';
import { NO_REGION, receiversOf } from '../../../shared/rules/receivers.ts';
import { rowName } from '../../../shared/rules/rowName.ts';
import type { ReportSupplementKind } from '../../../schemas/compile/reports.types.ts';
import { auditAnswers } from '../../audit/auditAnswers.ts';
import { caseEntryCodes } from '../../audit/auditWords.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { findEntries } from '../../audit/readAudit.ts';
import { concernedReceivers } from '../../case-findings/caseReadiness.ts';
import { visibleFindings } from '../../case-findings/visibleFindings.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { withheldItems } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Trx } from '../../storage/database.ts';
import actions from './auditActions.json' with { type: 'json' };

type SupplementWorld = CatalogueWorld & ClockWorld;

export interface SupplementRequest {
  found: CaseRecord;
  /** the report is for it; null: nobody in particular */
  receiver: string | null;
  /** of the whole case */
  content: CaseContent;
  /** without the unblind flag where blinded values are not printed */
  user: SessionUser;
  language: ReportLanguage;
  /** items that are printed as masked */
  masked: ReadonlySet<string>;
  termOf: TermOf;
}

export async function reportSupplements(
  trx: Trx,
  world: SupplementWorld,
  request: SupplementRequest,
  kinds: readonly ReportSupplementKind[],
): Promise<ReportSupplement[]> {
  const supplements: ReportSupplement[] = [];
  for (const kind of kinds)
    supplements.push(await (kind === 'findings' ? findingsOf : auditTrailOf)(trx, world, request));
  return supplements;
}

/** One line for each finding of the receiver, without one for those that the case is for. */
async function findingsOf(
  trx: Trx,
  world: SupplementWorld,
  { found, content, receiver, user, language, masked }: SupplementRequest,
): Promise<ReportSupplement> {
  const { catalogue, clock } = world;
  const isKnown = receiversOf(catalogue.whole).some((known) => known.receiver === receiver);
  const receivers =
    receiver !== null && isKnown ? [receiver] : await concernedReceivers(trx, world, found, NO_REGION);
  const rowOf = rowName(catalogue.whole, content.rows, language);
  const findings = visibleFindings(catalogue, { content, user, now: clock.now() });
  return {
    kind: 'findings',
    note: receivers.join(', '),
    lines: findings
      .filter((finding) => receivers.some((one) => finding.receivers.includes(one)))
      .filter(({ itemId }) => !masked.has(itemId))
      .map((finding) => ({
        label: [finding.itemId, catalogue.whole.items[finding.itemId]?.label[language], rowOf(finding)]
          .filter(Boolean)
          .join('  '),
        text: `${reportWords(finding.severity, language)}: ${finding.message[language]} (${finding.ruleId})`,
      })),
  };
}

/** Newest first, like on the screen. Entries of masked items are left out: they tell the values before, too. */
async function auditTrailOf(
  trx: Trx,
  { catalogue }: SupplementWorld,
  { found, user, language, masked, termOf }: SupplementRequest,
): Promise<ReportSupplement> {
  const entries = await findEntries(trx, {
    ...caseChain(found.sponsor_key, found.root_case_key),
    withheld: [...withheldItems({ catalogue }, user), ...masked],
  });
  const answers = await auditAnswers(trx, { catalogue }, { user, language }, entries, entries.length);
  const timeOf = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: user.timeZone,
  });
  const printing = { codeLists: catalogue.codeLists, termOf, options: { language, notation: false } };
  return {
    kind: 'audit',
    note: user.timeZone,
    lines: answers.map((entry) => {
      const item = catalogue.whole.items[entry.itemId];
      const codes = caseEntryCodes(entry.itemId);
      const worded = (value: string | null) =>
        codes?.find(({ code }) => code === value)?.label[language] ?? value;
      const printed = (value: string | null, nullFlavor: string | null, notation: string | null): string =>
        item
          ? printedValue(printing, item, { value, nullFlavor, notation })
          : [worded(value), nullFlavor].filter((text) => text !== null).join(' ');
      const before = printed(entry.oldValue, entry.oldNullFlavor, entry.oldNotation);
      const after = printed(entry.value, entry.nullFlavor, entry.notation);
      const rows = [entry.rowNo, entry.rowNo2, entry.rowNo3].filter((row) => row > 0).join('.');
      const values = [before, after].filter((text) => text !== '').join(' → ');
      const reason = entry.reason === '' ? '' : `(${entry.reason})`;
      // what is no item has no number that a reader knows
      const what = [item && entry.itemId, rows && `#${rows}`, entry.itemLabel].filter(Boolean).join(' ');
      return {
        label: `${timeOf.format(new Date(entry.time))}  ${entry.userName}`,
        text: `${what}: ${[actions[entry.action][language], values, reason].filter(Boolean).join(' ')}`,
      };
    }),
  };
}
