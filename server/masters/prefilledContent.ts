/** What a case begins with beside what was typed (decision 0090). */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { withInitialValues, type KnownCase } from '../../shared/derived/initialValues.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { giveReportNumber, type ReportNumbered } from '../case-number/giveNumbers.ts';
import { numberEntry, sourceCountry } from '../case-number/reportNumber.ts';
import { momentOf } from '../cases/lifecycle/nextVersion.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { masterVersions } from './masterVersions.ts';
import { findRecord } from '../records/record.store.ts';
import { kindOf } from '../records/recordAccess.ts';
import type { Trx } from '../storage/database.ts';

type NewCase = Omit<ReportNumbered, 'country'>;

/** What was typed, with the initial values of the other items; the number of the report is generated. */
export async function prefilledContent(
  trx: Trx,
  deps: CatalogueWorld,
  made: NewCase,
  typed: CaseContent,
): Promise<{ content: CaseContent; entries: NewEntry[] }> {
  const country = sourceCountry(deps.catalogue.whole, typed);
  const reportNumber = await giveReportNumber(trx, { ...made, country });
  const content = await initialContent(trx, deps, { ...made, reportNumber }, typed);
  return { content, entries: [numberEntry(reportNumber)] };
}

/** The same with a number that is given already, or takes the place of one where nothing is stored. */
export async function initialContent(
  trx: Trx,
  deps: CatalogueWorld,
  made: Pick<NewCase, 'sponsorKey' | 'senderKey' | 'at'> & { reportNumber: string },
  typed: CaseContent,
): Promise<CaseContent> {
  return withInitialValues(deps.catalogue.whole, typed, {
    system: { creationTime: momentOf(made.at), reportNumber: made.reportNumber },
    masters: await mastersOf(trx, deps, made),
  });
}

/** The record of the sender that the case belongs to. */
async function mastersOf(
  trx: Trx,
  deps: CatalogueWorld,
  { sponsorKey, senderKey }: Pick<NewCase, 'sponsorKey' | 'senderKey'>,
): Promise<KnownCase['masters']> {
  const selections = Object.values(deps.catalogue.whole.items).flatMap(({ selection }) => selection ?? []);
  const master = selections.find(({ initial }) => initial === 'senderOfCase')?.master;
  const found =
    master === undefined ? null : await findRecord(trx, { sponsorKey, kind: master, recordKey: senderKey });
  if (master === undefined || !found) return {};
  const version = found.version_no;
  const versions = await masterVersions(trx, kindOf(deps, master), found, [version]);
  return {
    senderOfCase: {
      name: found.name,
      values: {},
      rows: {},
      ...versions.get(version),
      provenance: { by: 'master', kind: master, recordKey: senderKey, version },
    },
  };
}
