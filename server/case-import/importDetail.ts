/** What a file of the history brought, as one user may see it. */
import type { Finding } from '../../shared/rules/finding.types.ts';
import { rolesShow } from '../../shared/blinding/sight.ts';
import { rulesHiddenFrom } from '../../shared/rules/rulesHiddenFrom.ts';
import type { ImportDetail } from '../../shared/contract/caseImport.ts';
import { cellProblemText } from '../../shared/entry/cellProblemText.ts';
import { isOfHeadings } from '../../shared/entry/headings.ts';
import type { MessageDetails } from '../../shared/import/import.types.ts';
import { cellReference } from '../../shared/text/cellReference.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { keysInScope } from '../cases/record/caseScope.store.ts';
import { faultInWords } from '../faultInWords.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { tellsUnread } from '../messages/composeBatch.ts';
import { notFound } from '../problems.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { canBeAcknowledged, codeOfBatch } from './acknowledgement.ts';
import { findAcknowledgements, type StoredAcknowledgement } from './acknowledgement.store.ts';
import { acknowledgementRoutes } from './acknowledgementRoute.ts';
import {
  findBatches,
  findImportedFile,
  findMessagesOf,
  findOutcomes,
  type StoredBatch,
  type StoredMessage,
} from './importRun.store.ts';
import { whyText } from './refusals.ts';

export interface DetailReader {
  user: SessionUser;
  language: Language;
  /** whether there is a folder that a gateway reads; left out: no */
  hasFolder?: boolean;
  /** who imported the message has its file; left out: the user did not */
  isImporter?: boolean;
}

/** Of the messages; left out: all of them. */
export interface ShownPage {
  offset: number;
  rowCount: number;
}

/**
 * The result of an import: of the cases the user may see, and, for who imported the file, of the messages that became none.
 * Throws 404 NOT_FOUND.
 */
export function importDetail(
  deps: CatalogueWorld & DatabaseWorld,
  reader: DetailReader,
  dataKey: number,
  page?: ShownPage,
): Promise<ImportDetail> {
  const { user } = reader;
  const { sponsorKey, userId } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const file = await findImportedFile(trx, sponsorKey, dataKey);
    if (!file) throw notFound();
    const run = { sponsorKey, runKey: file.run_key };
    const batches = (await findBatches(trx, run)).filter(({ file_no }) => file_no === file.file_no);
    const outcomes = await findOutcomes(trx, run, file.file_no);
    const keys = outcomes.flatMap(({ case_key }) => case_key ?? []);
    const visible = await keysInScope(trx, sponsorKey, user, keys);
    const isImporter = file.user_id === userId;
    const seen = outcomes.filter(({ case_key }) => (case_key === null ? isImporter : visible.has(case_key)));
    const shown = page ? seen.slice(page.offset, page.offset + page.rowCount) : seen;
    const messages = await findMessagesOf(
      trx,
      run,
      shown.map(({ seq }) => seq),
    );
    const sent = new Map((await findAcknowledgements(trx, run)).map((one) => [one.batch_no, one]));
    const routes = await acknowledgementRoutes(trx, deps.catalogue, {
      sponsorKey,
      hasFolder: reader.hasFolder ?? false,
    });
    const batchOf = new Map(batches.map((batch) => [batch.batch_no, batch]));
    return {
      dataKey,
      fileName: file.file_name,
      cases: messages.map((message) =>
        importedCase(deps, { ...reader, isImporter }, message, batchOf.get(message.batch_no)),
      ),
      caseCount: seen.length,
      isOver: outcomes.every(({ outcome }) => outcome !== null),
      batches: batches.map((batch) => {
        const sending = sent.get(batch.batch_no);
        return {
          ...importedBatch(batch, outcomes),
          sendableTo: sending ? null : (routes(batch.sender)?.receiver ?? null),
          sending: sending ? sendingOf(sending) : null,
        };
      }),
    };
  });
}

/** A message of an import, as one user may see it. */
export const importedCase = (
  deps: CatalogueWorld,
  reader: DetailReader,
  message: StoredMessage,
  batch: Pick<StoredBatch, 'form' | 'file_name'> | undefined,
): ImportDetail['cases'][number] => ({
  seq: message.seq,
  caseKey: message.case_key,
  caseNo: message.case_no,
  decision: message.outcome,
  proposal: message.proposal,
  userDecision: userDecisionOf(message),
  fileName: batch?.file_name ?? '',
  batchNo: message.batch_no,
  message: message.message_no,
  caseNumber: message.case_number,
  form: batch?.form ?? null,
  problem: problemOf(deps, reader, message),
  ...visibleDetails(deps, reader, message),
});

/** Who has changed or made the decision. */
export const userDecisionOf = ({ decided_at, decided_name, reason }: StoredMessage) =>
  decided_at && { userName: decided_name ?? '', at: decided_at.toISOString(), reason: reason ?? '' };

/** Why a message is refused, or needs a decision. */
export const problemOf = (
  { catalogue }: CatalogueWorld,
  { language }: DetailReader,
  { why, why_items: whyItems, fault, details }: StoredMessage,
): string | null => {
  if (fault !== null) return faultInWords(fault, language);
  if (why === null) return null;
  const { cells = [] }: Partial<MessageDetails> = details;
  const ofFile = cells.find(({ problem }) => isOfHeadings(problem));
  if (!ofFile) return whyText(catalogue.whole, language, { why, whyItems });
  const text = `${ofFile.sheet}: ${cellProblemText(ofFile.problem, language)}`;
  // what the file has in place of it
  return ofFile.text === '' ? text : `${text} (${ofFile.text})`;
};

/** Findings, residue, notes and cells, without what tells something of values that the user may not see. */
export function visibleDetails(
  deps: CatalogueWorld,
  { user, language, isImporter = false }: DetailReader,
  { details }: StoredMessage,
): Pick<ImportDetail['cases'][number], 'findings' | 'residue' | 'notes' | 'cells'> {
  const {
    findings = [],
    blindedFindings = [],
    residue = [],
    notes = [],
    cells = [],
  }: Partial<MessageDetails> = details;
  const { whole, checks } = deps.catalogue;
  const closed = rulesHiddenFrom(checks, user);
  const showsTexts = isImporter || tellsUnread(user, new Set());
  const isSeen = ({ itemId, ruleId }: Finding): boolean =>
    rolesShow(whole, user, [itemId]) && !closed.has(ruleId);
  return {
    findings: (user.unblind ? [...findings, ...blindedFindings] : findings).filter(isSeen),
    residue: residue.map(({ path, line, text, why }) => ({
      path,
      line,
      text: showsTexts ? text : '',
      ...(why && { why }),
    })),
    notes: notes.filter(({ itemId }) => maySee(deps, user, itemId)),
    cells: cells.map(({ sheet, row, column, itemId, text, problem }) => ({
      sheet,
      cell: cellReference({ row, column }),
      label: deps.catalogue.whole.items[itemId ?? '']?.label[language] ?? null,
      text: itemId === null || maySee(deps, user, itemId) ? text : '',
      problem: cellProblemText(problem, language),
    })),
  };
}

type Batch = ImportDetail['batches'][number];

const sendingOf = (one: StoredAcknowledgement): Batch['sending'] => ({
  receiver: one.receiver,
  // written by the chart alone
  state: one.state as NonNullable<Batch['sending']>['state'],
  fault: one.fault,
  userName: one.created_name,
  sentAt: one.sent_at?.toISOString() ?? null,
});

function importedBatch(
  batch: StoredBatch,
  messages: readonly Pick<StoredMessage, 'batch_no' | 'outcome' | 'message_no'>[],
): Omit<Batch, 'sendableTo' | 'sending'> {
  const own = messages.filter(({ batch_no }) => batch_no === batch.batch_no);
  const { acknowledged_at: at, acknowledged_name: userName } = batch;
  return {
    batchNo: batch.batch_no,
    fileName: batch.file_name,
    form: batch.form,
    batchNumber: batch.batch_number,
    sender: batch.sender,
    receiver: batch.receiver,
    canBeAcknowledged: canBeAcknowledged(batch, own),
    acknowledgementCode: codeOfBatch(own),
    acknowledged: at && { userName: userName ?? '', at: at.toISOString() },
  };
}
