/** Reads a case and draws a report of it. */
import type { ReportSupplementKind } from '../../../schemas/compile/reports.types.ts';
import { filterItems } from '../../../shared/case/caseContent.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { layOutReport } from '../../../shared/reports/layOutReport.ts';
import type { ReportOptions } from '../../../shared/reports/report.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import { contentTerms } from '../../dictionaries/contentTerms.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noPrivilege, notFound } from '../../problems.ts';
import { findReceiver, maskedFor } from '../../receivers/receiverFacts.ts';
import { reportFonts } from '../../reports/reportFonts.ts';
import { reportPdf } from '../../reports/reportPdf.ts';
import { findLogo } from '../../sponsor-settings/logo.store.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findRowChanges } from './caseReports.store.ts';
import { reportSupplements } from './reportSupplements.ts';
import { rowChangesOf } from './rowChanges.ts';

/** What this module needs of the server. */
type ComposeWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface PdfRequest {
  user: SessionUser;
  caseKey: number;
  reportId: string;
  /** whose masked items are masked; null: nothing is */
  receiver: string | null;
  printed: Pick<
    ReportOptions,
    'language' | 'orientation' | 'ordering' | 'notation' | 'unblinded' | 'isTest'
  > & {
    /** as far as the report offers them */
    supplements: readonly ReportSupplementKind[];
  };
  /** opens the file; null: the file is not encrypted */
  password?: string | null;
  /** of the sender of the case; default: that of the company */
  logo?: Uint8Array | null;
}

export interface ComposedPdf {
  bytes: Uint8Array;
  caseNo: string;
  versionNo: number;
  /** day of the report in the time zone of the sponsor, CCYYMMDD */
  day: string;
}

/**
 * The report as the user may see it. Throws 404 for a report that the catalogue does not have, 403 for blinded values
 * that the user may not see.
 */
export async function composePdf(world: ComposeWorld, request: PdfRequest): Promise<ComposedPdf> {
  const { catalogue, clock } = world;
  const { user, reportId, printed, password = null, logo = null } = request;
  const report = Object.hasOwn(catalogue.whole.reports, reportId)
    ? catalogue.whole.reports[reportId]
    : undefined;
  if (!report) throw notFound();
  if (printed.unblinded && !user.unblind) throw noPrivilege();
  const offered = report.supplements ?? [];
  const kinds = printed.supplements.filter((kind) => offered.includes(kind));
  const { found, content, termOf, changes, masked, company, supplements } = await readSubject(
    world,
    request,
    kinds,
  );
  const now = clock.now();
  const day = dayAt(now.getTime(), user.timeZone);
  const options: ReportOptions = {
    ...printed,
    masked,
    reportDate: day,
    // the first version here may be a follow-up that was imported: the dates of the case tell
    followUpNumber: found.version_no > 1 ? found.version_no - 1 : null,
    changedAt: rowChangesOf(catalogue.whole, changes),
  };
  const { whole, codeLists } = catalogue;
  const laidOut = layOutReport(
    { report, catalogue: whole, codeLists, content, termOf, supplements },
    options,
    reportFonts,
  );
  return {
    bytes: await reportPdf(laidOut, now, { password, logos: [logo, company?.content].flatMap(imageOf) }),
    caseNo: found.case_no,
    versionNo: found.version_no,
    day,
  };
}

/** A thread receives bytes as a plain array of them. */
const imageOf = (bytes: Uint8Array | null | undefined): Buffer[] => (bytes ? [Buffer.from(bytes)] : []);

const readSubject = (
  world: ComposeWorld,
  { user, caseKey, receiver, printed }: PdfRequest,
  kinds: readonly ReportSupplementKind[],
) => {
  const { db, catalogue } = world;
  return readInSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const seen = (itemId: string): boolean => maySee({ catalogue }, user, itemId);
    const whole = await readCaseContent(trx, user.sponsorKey, caseKey);
    const content = filterItems(whole, seen);
    const sender = { sponsorKey: user.sponsorKey, senderKey: found.sender_key };
    const masked = maskedFor(catalogue, await findReceiver(trx, catalogue, { ...sender, receiver }));
    const changes = printed.ordering === 'latest' ? await changesOf(trx, found) : [];
    const termOf = await contentTerms(trx, catalogue, content, printed.language);
    const reader = { ...user, unblind: printed.unblinded };
    const { language } = printed;
    const subject = { found, receiver, content: whole, user: reader, language, masked, termOf };
    return {
      found,
      content,
      termOf,
      masked,
      supplements: await reportSupplements(trx, world, subject, kinds),
      company: await findLogo(trx, user.sponsorKey),
      changes: changes.filter(({ itemId }) => seen(itemId)),
    };
  });
};

const changesOf = (trx: Trx, { sponsor_key, root_case_key }: CaseRecord) =>
  findRowChanges(trx, sponsor_key, root_case_key);
