/** The findings that prevent sending a case. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { DataOf, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { findingsFor } from '../../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../../shared/rules/check.types.ts';
import { receiversOf, STANDARD } from '../../../shared/rules/receivers.ts';
import { rowName } from '../../../shared/rules/rowName.ts';
import {
  concernedReceivers,
  countFindings,
  questionsOf,
  readinessSettings,
  refusedToAuthor,
} from '../../case-findings/caseReadiness.ts';
import { visibleFindings } from '../../case-findings/visibleFindings.ts';
import { findVisibleCase, statusOf } from '../../cases/record/caseAccess.ts';
import { caseWords } from '../../cases/record/caseWords.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Language } from '../../http/language.ts';
import { refusalOf } from '../../http/refusalOf.ts';
import type { SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type CaseFindingsWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Reader {
  user: SessionUser;
  language: Language;
  /** region on the screen */
  appendix: string;
}

/** Receivers of the case, each with the number of findings its rules have. */
export async function readCaseReceivers(
  deps: CaseFindingsWorld,
  reader: Reader,
  caseKey: number,
): Promise<DataOf<typeof readReceivers>> {
  const { language } = reader;
  const { found, content, concerned, settings, questions, refusal } = await visibleCase(
    deps,
    reader,
    caseKey,
  );
  const all = findingsOf(deps, reader.user, content);
  return {
    listInfo: receiversOf(deps.catalogue.whole).map(({ receiver, appendix }) => {
      const type = receiver === STANDARD ? 'standard' : 'authority';
      const { errors, warnings } = countFindings(all, receiver);
      return {
        receiverName: receiver,
        receiverType: caseWords(type)?.[language] ?? type,
        region: appendix,
        errors,
        warnings,
        concerned: concerned.includes(receiver),
      };
    }),
    readiness: settings.readiness,
    questions: { open: questions, setting: settings.openQuestions },
    refusal: refusal && refusalOf(refusal, language),
    status: statusOf(found, language),
  };
}

/** The findings of one receiver, named by its authority or its region; without one those of the standard. */
export async function readCaseFindings(
  deps: CaseFindingsWorld,
  reader: Reader,
  caseKey: number,
  profile = STANDARD,
): Promise<DataOf<typeof readFindings>> {
  const known = receiversOf(deps.catalogue.whole).find(
    ({ receiver, appendix }) => receiver === profile || appendix === profile,
  );
  if (!known) throw notFound();
  const { content } = await visibleCase(deps, reader, caseKey);
  const found = findingsFor(findingsOf(deps, reader.user, content), known.receiver);
  const rowOf = rowName(deps.catalogue.whole, content.rows, reader.language);
  return { findings: found.map((finding) => ({ ...finding, row: rowOf(finding) })) };
}

const visibleCase = (deps: CaseFindingsWorld, { user, appendix }: Reader, caseKey: number) =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    return {
      found,
      content: await readCaseContent(trx, user.sponsorKey, caseKey),
      concerned: await concernedReceivers(trx, deps, found, appendix),
      settings: await readinessSettings(trx, user.sponsorKey),
      questions: await questionsOf(trx, deps, user, found, 'LOCK'),
      refusal: await refusedToAuthor(trx, user, found),
    };
  });

const findingsOf = (
  { catalogue, clock }: CaseFindingsWorld,
  user: SessionUser,
  content: CaseContent,
): readonly CaseFinding[] => visibleFindings(catalogue, { content, user, now: clock.now() });
