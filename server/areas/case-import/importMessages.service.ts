/** The messages of a run beside the stored cases. */
import type {
  DataOf,
  ImportMessage,
  listImportMessages,
  QueryOf,
  readImportMessage,
} from '../../../shared/contract/index.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import {
  DUPLICATE_CHECK,
  onceItems,
  readable,
  scoreOf,
  type DuplicateDocument,
  type Score,
} from '../../../shared/duplicates/index.ts';
import type { Decision } from '../../../shared/import/import.types.ts';
import { shownComparison } from '../../case-differences/contentDifferences.ts';
import { problemOf, userDecisionOf, visibleDetails } from '../../case-import/importDetail.ts';
import type { RunRef, StoredMessage } from '../../case-import/importRun.store.ts';
import { isUnchecked } from '../../case-import/proposeDecision.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { duplicateWords } from '../../duplicates/duplicateWords.ts';
import { findDuplicatesFor } from '../../duplicates/findDuplicates.ts';
import type { Language } from '../../http/language.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import {
  findDocuments,
  findShownMessage,
  findShownMessages,
  findTargets,
  type ShownMessage,
  type TargetCase,
} from './importRuns.store.ts';
import { ownRun } from './ownRun.ts';

type World = CatalogueWorld & DatabaseWorld;

export interface Reader {
  user: SessionUser;
  language: Language;
}

const MENU = 'MU-DT-IM';
const MAX_CANDIDATES = 5;
const NOTHING: DuplicateDocument = { trial: false, said: {} };

/** Throws 404 IMPORT_NOT_FOUND. */
export const messagesOf = (
  deps: World,
  reader: Reader,
  runKey: string,
  query: QueryOf<typeof listImportMessages>,
): Promise<DataOf<typeof listImportMessages>> =>
  inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const run = await ownRun(trx, reader.user, runKey);
    const paging = pagingOf(query);
    const { messages, total } = await findShownMessages(trx, run, { only: query.only, ...paging });
    return {
      listInfo: await rowsOf(trx, deps, reader, run, messages),
      pageInfo: pageInfo(MENU, paging, total),
    };
  });

/** Throws 404 IMPORT_NOT_FOUND, NOT_FOUND. */
export const messageOf = (
  deps: World,
  reader: Reader,
  { runKey, seq }: { runKey: string; seq: number },
): Promise<DataOf<typeof readImportMessage>> =>
  inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const { user } = reader;
    const run = await ownRun(trx, user, runKey);
    const found = await findShownMessage(trx, run, seq);
    const [message] = found ? await rowsOf(trx, deps, reader, run, [found]) : [];
    if (!found || !message) throw notFound();
    const hits = await findDuplicatesFor(trx, deps, user, found.document ?? NOTHING);
    return {
      message,
      ...visibleDetails(deps, { ...reader, isImporter: true }, found),
      difference: found.difference && shownComparison(deps, user, found.difference),
      candidates: hits.slice(0, MAX_CANDIDATES).map(({ case_key, case_no, version_no, score }) => ({
        caseKey: case_key,
        caseNo: case_no,
        versionNo: version_no,
        score: score.score,
      })),
    };
  });

/** What a message may be decided to; what is refused stays so, and what nobody has checked becomes no case. */
export function choicesOf({ proposal, printed, accepted }: StoredMessage): Decision[] {
  if (proposal === null || proposal === 'refused') return [];
  return isUnchecked({ printed, accepted }) ? ['skip'] : ['new', 'followUp', 'skip'];
}

/** The case or message that a message is compared with: the one it is decided to follow, else the proposed one. */
const comparedWith = ({ decision, decision_root, decision_seq, target_root, target_seq }: ShownMessage) =>
  decision === 'followUp'
    ? { root: decision_root, seq: decision_seq }
    : { root: target_root, seq: target_seq };

async function rowsOf(
  trx: Trx,
  deps: World,
  reader: Reader,
  run: RunRef,
  messages: readonly ShownMessage[],
): Promise<ImportMessage[]> {
  const { user, language } = reader;
  const others = messages.map(comparedWith);
  const targets = await findTargets(
    trx,
    user,
    others.flatMap(({ root }) => root ?? []),
  );
  const documents = await findDocuments(
    trx,
    run,
    others.flatMap(({ seq }) => seq ?? []),
  );
  const mayRead = (itemId: string): boolean => maySee(deps, user, itemId);
  const compared = messages.map((message, index) => {
    const { root, seq } = others[index] ?? { root: null, seq: null };
    const target = targets.get(root ?? 0);
    const other = target?.document ?? documents.get(seq ?? 0) ?? NOTHING;
    const document = readable(message.document ?? NOTHING, mayRead);
    return { message, target, document, score: compare(document, readable(other, mayRead)) };
  });
  const { evidenceOf } = await duplicateWords(trx, deps.catalogue, language, compared);
  return compared.map(({ message, target, score }) => ({
    ...shownMessage(deps, reader, message, target),
    facts: evidenceOf(score).map((fact) => ({
      ...fact,
      canStay: onceItems(deps.catalogue.whole, fact.field).length > 0,
      stays: message.stays.includes(fact.field),
    })),
  }));
}

/** How common a value is does not matter: the user compares, and nothing is counted. */
const compare = (ours: DuplicateDocument, theirs: DuplicateDocument): Score =>
  scoreOf(DUPLICATE_CHECK, ours, theirs, () => undefined);

const dates = (ours: string | null, theirs: string | null | undefined) => ({
  ours: ours === null ? '' : displayDate(ours),
  theirs: theirs ? displayDate(theirs) : '',
});

const shownMessage = (
  deps: World,
  reader: Reader,
  message: ShownMessage,
  target: TargetCase | undefined,
): Omit<ImportMessage, 'facts'> => ({
  seq: message.seq,
  fileName: message.file_name,
  message: message.message_no,
  form: message.form,
  caseNumber: message.case_number,
  proposal: message.proposal ?? 'refused',
  problem: problemOf(deps, reader, message),
  received: dates(message.first_received, target?.first_received),
  mostRecent: dates(message.most_recent, target?.most_recent),
  target: target ? { caseKey: target.case_key, caseNo: target.case_no, versionNo: target.version_no } : null,
  targetSeq: comparedWith(message).seq,
  errors: message.errors,
  warnings: message.warnings,
  decision: message.decision,
  userDecision: userDecisionOf(message),
  printed: message.printed && {
    values: message.printed.length,
    accepted: message.accepted?.length ?? null,
  },
  choices: message.outcome === null ? choicesOf(message) : [],
  outcome: message.outcome,
  caseKey: message.case_key,
  caseNo: message.case_no,
});
