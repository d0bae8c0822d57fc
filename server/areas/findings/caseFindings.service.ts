/** The findings that prevent sending a case. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { DataOf, readFindings, readReceivers } from '../../../shared/contract/index.ts';
import { caseFindings, findingsFor } from '../../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../../shared/rules/check.types.ts';
import { receiversOf, STANDARD } from '../../../shared/rules/receivers.ts';
import { rowName } from '../../../shared/rules/rowName.ts';
import { findVisibleCase, maySee, statusOf } from '../../cases/record/caseAccess.ts';
import { caseWords } from '../../cases/record/caseWords.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type CaseFindingsWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Reader {
  user: SessionUser;
  language: Language;
}

/** Receivers of the case, each with the number of findings its rules have. */
export function readCaseReceivers(
  deps: CaseFindingsWorld,
  { user, language }: Reader,
  caseKey: number,
): Promise<DataOf<typeof readReceivers>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const all = visibleFindings(deps, user, await readCaseContent(trx, user.sponsorKey, caseKey));
    return {
      listInfo: receiversOf(deps.catalogue.whole).map(({ receiver, appendix }) => {
        const type = receiver === STANDARD ? 'standard' : 'authority';
        const findings = findingsFor(all, receiver);
        const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
        return {
          receiverName: receiver,
          receiverType: caseWords(type)?.[language] ?? type,
          region: appendix,
          errors: count('error'),
          warnings: count('warning'),
        };
      }),
      status: statusOf(found, language),
    };
  });
}

/** The findings of one receiver, named by its authority or its region; without one those of the standard. */
export function readCaseFindings(
  deps: CaseFindingsWorld,
  { user, language }: Reader,
  caseKey: number,
  profile = STANDARD,
): Promise<DataOf<typeof readFindings>> {
  const known = receiversOf(deps.catalogue.whole).find(
    ({ receiver, appendix }) => receiver === profile || appendix === profile,
  );
  if (!known) throw notFound();
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    const content = await readCaseContent(trx, user.sponsorKey, caseKey);
    const found = findingsFor(visibleFindings(deps, user, content), known.receiver);
    const rowOf = rowName(deps.catalogue.whole, content.rows, language);
    return { findings: found.map((finding) => ({ ...finding, row: rowOf(finding) })) };
  });
}

/**
 * The findings of all receivers that a user may see. A rule that reads a blinded item reveals its value by holding or
 * not, at whichever item the finding is: it is left out with the findings of the item itself.
 */
const visibleFindings = (
  deps: CatalogueWorld & ClockWorld,
  user: SessionUser,
  content: CaseContent,
): readonly CaseFinding[] =>
  caseFindings(deps.catalogue.checks, content, {
    now: deps.clock.now(),
    may: (itemId) => maySee(deps, user, itemId),
  });
