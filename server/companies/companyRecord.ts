/** The company of a record (schemas/records/company): what requests read of it, and what its first administrator is given. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { refusal, type Refusal, type RefusalId } from '../page-save/refusal.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findRecordDocs } from '../records/record.store.ts';
import type { AppliedRecord, RecordConsequence } from '../records/recordConsequence.ts';
import type { Trx } from '../storage/database.ts';
import { isCountedIn } from '../storage/timeZones.store.ts';
import {
  endSessionsFor,
  findSponsorsOfCompany,
  isOfAdministration,
  lockCompany,
  newCompanyKey,
  putCompany,
  type CompanyFacts,
} from './company.store.ts';

/** Roles of items (`catalogue.roles`) that say what a company begins with; they are as they were when it was added. */
const BEGINNING = {
  companyAdminName: 'adminName',
  companyAdminId: 'adminId',
  companyAdminMail: 'adminMail',
  companyZone: 'timeZone',
  companyRegion: 'region',
  companyWorkflow: 'workflow',
} as const;
type BeginningItem = keyof typeof BEGINNING;
export type CompanyItem =
  | BeginningItem
  | 'companyName'
  | 'companyKind'
  | 'companyType'
  | 'companyCountry'
  | 'companyStatus'
  | 'companyCoding';

/** What a new company begins with; null: not said. */
export type Beginning = Record<(typeof BEGINNING)[BeginningItem], string | null>;

type Fault = [CompanyItem, RefusalId];

export const refusedAt = (kind: RecordKind, faults: readonly Fault[]): Refusal[] =>
  faults.map(([item, why]) => refusal(addressAt(kind.catalogue.roles[item] ?? '', []), why));

const textOf = ({ catalogue: { roles } }: RecordKind, { values }: CaseContent, item: CompanyItem) =>
  values.find(({ itemId }) => itemId === roles[item])?.value?.trim() || null;

/** What the record says of the company. */
export const factsOf = (kind: RecordKind, content: CaseContent): CompanyFacts => ({
  name: textOf(kind, content, 'companyName') ?? '',
  clientType: textOf(kind, content, 'companyKind') === 'CRO' ? 'CRO' : 'SPO',
  companyType: textOf(kind, content, 'companyType'),
  country: textOf(kind, content, 'companyCountry'),
  active: textOf(kind, content, 'companyStatus') !== 'inactive',
  medicalCoding: textOf(kind, content, 'companyCoding') !== 'false',
});

export const beginningOf = (kind: RecordKind, content: CaseContent): Beginning =>
  Object.fromEntries(
    Object.entries(BEGINNING).map(([item, name]) => [name, textOf(kind, content, item as BeginningItem)]),
  ) as Beginning;

async function apply(trx: Trx, { kind, ref, content, at }: AppliedRecord): Promise<Refusal[]> {
  const companyKey = ref.recordKey;
  const before = await lockCompany(trx, companyKey);
  const facts = factsOf(kind, content);
  const faults = [
    ...missing(kind, content, before ? REQUIRED_ITEMS : NEW_ITEMS),
    ...(before
      ? [
          ...(await lostParts(trx, companyKey, facts)),
          ...changedBeginning(kind, contentOf(await findRecordDocs(trx, ref)), content),
        ]
      : await zoneFaults(trx, beginningOf(kind, content))),
  ];
  if (faults.length > 0) return refusedAt(kind, faults);
  await putCompany(trx, companyKey, facts);
  if (before?.active && !facts.active)
    await endSessionsFor(trx, companyKey, { reason: 'The company is inactive', at });
  return [];
}

const REQUIRED_ITEMS: readonly CompanyItem[] = ['companyName', 'companyKind', 'companyCountry'];
const NEW_ITEMS: readonly CompanyItem[] = [...REQUIRED_ITEMS, 'companyAdminName', 'companyAdminId'];

const missing = (kind: RecordKind, content: CaseContent, items: readonly CompanyItem[]): Fault[] =>
  items.filter((item) => textOf(kind, content, item) === null).map((item): Fault => [item, 'value.required']);

/** The system administration is always reached, and the sponsors of a company remain its own. */
async function lostParts(trx: Trx, companyKey: number, facts: CompanyFacts): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (!facts.active && (await isOfAdministration(trx, companyKey)))
    faults.push(['companyStatus', 'company.ofAdministration']);
  if (facts.clientType === 'SPO' && (await findSponsorsOfCompany(trx, companyKey)).length > 1)
    faults.push(['companyKind', 'company.severalSponsors']);
  return faults;
}

function changedBeginning(kind: RecordKind, stored: CaseContent, content: CaseContent): Fault[] {
  const items = Object.keys(BEGINNING) as BeginningItem[];
  return items
    .filter((item) => textOf(kind, stored, item) !== textOf(kind, content, item))
    .map((item): Fault => [item, 'company.beginning']);
}

const zoneFaults = async (trx: Trx, { timeZone }: Beginning): Promise<Fault[]> =>
  timeZone === null || (await isCountedIn(trx, timeZone)) ? [] : [['companyZone', 'value.notAZone']];

export const companyRecord: RecordConsequence = { newKey: newCompanyKey, apply };
