/** What a case begins with beside what was typed (decision 0090). */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import type { SponsorVersions } from '../../shared/coding/sponsorVersion.ts';
import { withInitialValues, type KnownCase } from '../../shared/derived/initialValues.ts';
import { caseFindings, findingsFor } from '../../shared/rules/caseFindings.ts';
import { receiverOfRegion } from '../../shared/rules/receivers.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { giveReportNumber, type ReportNumbered } from '../case-number/giveNumbers.ts';
import { numberEntry, sourceCountry } from '../case-number/reportNumber.ts';
import { momentOf } from '../cases/lifecycle/nextVersion.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { sourceOf } from '../dictionaries/layout.ts';
import { releaseInUse } from '../dictionaries/releaseInUse.ts';
import type { Language } from '../http/language.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { masterVersions } from './masterVersions.ts';
import { findRecord } from '../records/record.store.ts';
import { kindOf } from '../records/recordAccess.ts';
import type { Trx } from '../storage/database.ts';

interface Typed {
  user: SponsorVersions;
  /** where it was typed; null: it comes from elsewhere */
  screen: { language: Language; appendix: string } | null;
}

type NewCase = Omit<ReportNumbered, 'country'> & Typed;
type InitialWorld = CatalogueWorld & ClockWorld;

/** What was typed, with the initial values of the other items; the number of the report is generated. */
export async function prefilledContent(
  trx: Trx,
  deps: InitialWorld,
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
  deps: InitialWorld,
  made: Pick<NewCase, 'sponsorKey' | 'senderKey' | 'at' | keyof Typed> & { reportNumber: string },
  typed: CaseContent,
): Promise<CaseContent> {
  const { at, reportNumber, user, screen } = made;
  const content = withInitialValues(deps.catalogue.whole, typed, {
    system: { creationTime: momentOf(at), reportNumber },
    versions: await versionsInUse(trx, deps, user),
    screen: screen?.language ?? null,
    masters: await mastersOf(trx, deps, made),
  });
  return screen ? withoutErrors(deps, screen.appendix, typed, content) : content;
}

/** The releases of the dictionaries whose versions items begin with. */
async function versionsInUse(
  trx: Trx,
  { catalogue: { whole, dictionaries } }: CatalogueWorld,
  user: SponsorVersions,
): Promise<KnownCase['versions']> {
  const named = Object.values(whole.items).flatMap(({ initial, versionOf }) =>
    typeof initial === 'object' && 'system' in initial && initial.system === 'dictionaryVersion'
      ? (whole.items[versionOf ?? '']?.dictionary ?? [])
      : [],
  );
  const versions: Record<string, string> = {};
  for (const dictionary of new Set(named)) {
    const descriptor = dictionaries[dictionary];
    const release = await releaseInUse(trx, user, descriptor ? sourceOf(descriptor) : dictionary);
    if (release) versions[dictionary] = release.version;
  }
  return versions;
}

/**
 * Without the initial values that the authority of the region on the screen refuses, where that leaves fewer errors: EMA
 * wants the person and the address of the sender left blank.
 */
function withoutErrors(
  { catalogue, clock }: InitialWorld,
  appendix: string,
  typed: CaseContent,
  content: CaseContent,
): CaseContent {
  const receiver = receiverOfRegion(catalogue.whole, appendix);
  const errorsOf = (one: CaseContent) =>
    findingsFor(caseFindings(catalogue.checks, one, { now: clock.now() }), receiver).filter(
      ({ severity }) => severity === 'error',
    );
  const errors = errorsOf(content);
  const refused = new Set(errors.map(addressKey));
  const given = new Set(typed.values.map(addressKey));
  const rest = {
    ...content,
    values: content.values.filter((value) => given.has(addressKey(value)) || !refused.has(addressKey(value))),
  };
  return errorsOf(rest).length < errors.length ? rest : content;
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
