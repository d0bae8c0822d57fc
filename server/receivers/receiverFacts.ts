/** What the rules of receivers need beside the case: the sponsor's receivers and products, and the due reports. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseValue } from '../../shared/case/caseContent.ts';
import {
  suspectDrugs,
  type AuthorisedProduct,
  type Receiver,
} from '../../shared/receivers/proposeReceivers.ts';
import type { ReceiverRoute } from '../../schemas/compile/sources.types.ts';
import { routesTo } from '../../shared/receivers/envelopeAddress.ts';
import { blindedItems, personalItems } from '../../shared/masking/maskContent.ts';
import { writtenLanguage } from '../../shared/narratives/languages.ts';
import { chosenItemIds } from '../../shared/records/chosenItems.ts';
import { chosenRecords } from '../../shared/records/chosenRecords.ts';
import type { ReportLanguage } from '../../shared/reports/report.types.ts';
import type { Scope } from '../../shared/expressions/scope.ts';
import { fold } from '../../shared/text/fold.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { findCompanyOf } from '../companies/company.store.ts';
import { recordNotFound } from '../problems.ts';
import { findActiveRecords } from '../records/activeRecords.store.ts';
import { kindWithRole } from '../records/kindWithRole.ts';
import { findRecordDocs } from '../records/record.store.ts';
import type { Trx } from '../storage/database.ts';
import { findFormerRecord } from '../records/formerNames.store.ts';

/** What a receiver gets where its record names no format. */
const DEFAULT_FORMAT = 'XML';
/** The number of the batch in the envelope. */
const DEFAULT_FILE_NAME = '{batch}';

/** A receiver with what its record says; an authority without a record is named by its authority everywhere. */
export interface KnownReceiver extends Receiver {
  /** of its record; null: an authority without one */
  recordKey: number | null;
  format: string;
  /** identifiers in the envelope of batches and messages, as its record has them; empty: by its routes, or its name */
  batchId: string;
  messageId: string;
  routes: readonly ReceiverRoute[];
  /** a batch of a test environment meets no obligation */
  environment: 'production' | 'test';
  /** of its forms; null: its record names none in which forms are written */
  language: ReportLanguage | null;
  /** pattern of the names of files; see shared/submission/fileNames.ts */
  fileName: string;
  /** second-language texts instead of values */
  notation: boolean;
  /** wants personal data masked */
  masked: boolean;
  /** items that are masked besides */
  maskedItems: readonly string[];
  /** gets no blinded values */
  blinded: boolean;
  /** what becomes of a further version while the receiver has not answered the one before */
  unanswered: UnansweredRule;
}

const UNANSWERED_RULES = ['block', 'warn', 'off'] as const;
export type UnansweredRule = (typeof UNANSWERED_RULES)[number];

/** Of a receiver whose record has no rule. */
const DEFAULT_UNANSWERED: UnansweredRule = 'warn';

/** The items that a receiver gets masked; undefined: nobody in particular, who gets all. */
export const maskedFor = ({ whole }: CatalogueSource, receiver: KnownReceiver | undefined): Set<string> =>
  new Set([
    ...(receiver?.masked ? personalItems(whole) : []),
    ...(receiver?.blinded ? blindedItems(whole) : []),
    ...(receiver?.maskedItems ?? []),
  ]);

/** Whose cases a receiver gets. */
export interface OfSender {
  sponsorKey: number;
  /** null: of any sender */
  senderKey: number | null;
}

/**
 * A receiver by its name, also one of other senders, one that is not in use any more, and by a name that it had before:
 * what it gets masked stays masked. Undefined: nobody in particular, or unknown.
 */
export async function findReceiver(
  trx: Trx,
  catalogue: CatalogueSource,
  { receiver, ...sender }: OfSender & { receiver: string | null },
): Promise<KnownReceiver | undefined> {
  if (receiver === null) return undefined;
  const receivers = [
    ...(await findReceivers(trx, catalogue, sender)),
    ...(await findReceivers(trx, catalogue, { ...sender, senderKey: null })),
  ];
  const named = fold(receiver);
  return (
    receivers.find(({ name }) => name === receiver) ??
    receivers.find(({ name }) => fold(name) === named) ??
    (await formerReceiver(trx, catalogue, { sponsorKey: sender.sponsorKey, named }))
  );
}

/** The key of the record in any state that has the name, or else had it; null: none. */
export async function findReceiverKey(
  trx: Trx,
  catalogue: CatalogueSource,
  sponsorKey: number,
  name: string,
): Promise<number | null> {
  const found = await recordNamed(trx, catalogue, { sponsorKey, named: fold(name) });
  return found?.record.record_key ?? null;
}

async function formerReceiver(
  trx: Trx,
  catalogue: CatalogueSource,
  { sponsorKey, named }: { sponsorKey: number; named: string },
): Promise<KnownReceiver | undefined> {
  const found = await recordNamed(trx, catalogue, { sponsorKey, named });
  return found && (await describedReceiver(trx, found.kind, { sponsorKey, ...found.record })).receiver;
}

async function recordNamed(
  trx: Trx,
  { whole }: CatalogueSource,
  { sponsorKey, named }: { sponsorKey: number; named: string },
) {
  const kind = kindWithRole(whole, 'receiverType');
  if (!kind) return undefined;
  const record = await findFormerRecord(trx, { sponsorKey, kind: kind.kind, itemId: kind.nameItem, named });
  return record && { kind, record };
}

/** The kind of the records of receivers. Throws 404 RECORD_NOT_FOUND where no schema file describes it. */
export function receiverKindOf(catalogue: CatalogueSource): RecordKind {
  const kind = kindWithRole(catalogue.whole, 'receiverType');
  if (!kind) throw recordNotFound('receiver', 0);
  return kind;
}

/**
 * The authority of each region, and the partners of a sender. The record of an authority is the first one of its region
 * that is for the sender; it says what the authority gets.
 */
export async function findReceivers(
  trx: Trx,
  catalogue: CatalogueSource,
  { sponsorKey, senderKey }: OfSender,
): Promise<KnownReceiver[]> {
  const records = await receiverRecords(trx, catalogue, { sponsorKey, senderKey });
  const { company_type } = await findCompanyOf(trx, sponsorKey);
  const authorities = catalogue.whole.appendices.map(({ appendix, authority }): KnownReceiver => {
    const record = records.find(({ type, region }) => type === 'authority' && region === appendix);
    const described = catalogue.whole.receivers.find(
      ({ type, region }) => type === 'authority' && region === appendix,
    );
    return {
      recordKey: null,
      format: DEFAULT_FORMAT,
      environment: 'production',
      language: null,
      notation: false,
      masked: false,
      maskedItems: [],
      blinded: false,
      unanswered: DEFAULT_UNANSWERED,
      batchId: '',
      messageId: '',
      ...record,
      name: authority,
      type: 'authority',
      region: appendix,
      fileName: record?.fileName || described?.files?.batch || DEFAULT_FILE_NAME,
      routes: routesTo(catalogue.whole.receivers, { region: appendix, companyType: company_type }),
    };
  });
  const names = new Set(authorities.map(({ name }) => name));
  const partners = records.filter(({ name, type }) => type === 'partner' && !names.has(name));
  return [
    ...authorities,
    ...partners.map((one) => ({ ...one, fileName: one.fileName || DEFAULT_FILE_NAME })),
  ];
}

async function receiverRecords(
  trx: Trx,
  catalogue: CatalogueSource,
  { sponsorKey, senderKey }: OfSender,
): Promise<KnownReceiver[]> {
  const kind = kindWithRole(catalogue.whole, 'receiverType');
  if (!kind) return [];
  const receivers: KnownReceiver[] = [];
  for (const found of await findActiveRecords(trx, sponsorKey, kind.kind)) {
    const { receiver, senders } = await describedReceiver(trx, kind, { sponsorKey, ...found });
    if (senderKey === null || senders.length === 0 || senders.includes(senderKey)) receivers.push(receiver);
  }
  return receivers;
}

/** What a record says of a receiver, and the senders whose cases it gets; none: of any. */
async function describedReceiver(
  trx: Trx,
  kind: RecordKind,
  { sponsorKey, record_key: recordKey, name }: { sponsorKey: number; record_key: number; name: string },
): Promise<{ receiver: KnownReceiver; senders: number[] }> {
  const { roles } = kind.catalogue;
  const { values } = await recordContent(trx, { sponsorKey, kind: kind.kind, recordKey });
  const of = (role: string) => values.find(({ itemId }) => itemId === roles[role])?.value;
  const type = of('receiverType') === 'partner' ? 'partner' : 'authority';
  const format = of('receiverFormat') ?? DEFAULT_FORMAT;
  const batchId = of('receiverBatchId') ?? '';
  return {
    senders: chosenRecords(of('receiverSenders') ?? null).map(({ key }) => key),
    receiver: {
      recordKey,
      name,
      type,
      region: of('receiverRegion') ?? '',
      format,
      batchId: batchId || (type === 'partner' ? name : ''),
      messageId: of('receiverMessageId') || (type === 'partner' ? batchId || name : ''),
      routes: [],
      environment: of('receiverEnvironment') === 'test' ? 'test' : 'production',
      language: writtenLanguage(of('receiverLanguage')),
      fileName: of('receiverFileName') ?? '',
      notation: of('receiverNotation') === 'true',
      masked: of('receiverMasked') === 'true',
      maskedItems: chosenItemIds(of('receiverMaskedItems') ?? null),
      blinded: of('receiverBlinded') === 'true',
      unanswered: UNANSWERED_RULES.find((one) => one === of('receiverUnanswered')) ?? DEFAULT_UNANSWERED,
    },
  };
}

const recordContent = async (trx: Trx, ref: Parameters<typeof findRecordDocs>[1]): Promise<CaseContent> =>
  contentOf(await findRecordDocs(trx, ref));

/** The formats that a receiver can get. */
export function formatsOf(catalogue: CatalogueSource): string[] {
  const kind = kindWithRole(catalogue.whole, 'receiverFormat');
  const item = kind?.catalogue.items[kind.catalogue.roles['receiverFormat'] ?? ''];
  return catalogue.codeLists[item?.codeList ?? '']?.codes.map(({ code }) => code) ?? [DEFAULT_FORMAT];
}

/** The sponsor's products that the case names as suspect, with the countries of their authorisations. */
export async function findProducts(
  trx: Trx,
  catalogue: CatalogueSource,
  sponsorKey: number,
  scope: Scope,
): Promise<AuthorisedProduct[]> {
  const kind = kindWithRole(catalogue.whole, 'authorisationCountry');
  const suspects = catalogue.whole.receivers.flatMap(({ rules }) =>
    rules.flatMap((rule) => rule.suspects ?? []),
  );
  const names = new Set(suspectDrugs(scope, suspects).map(fold));
  if (!kind || names.size === 0) return [];
  const country = kind.catalogue.roles['authorisationCountry'];
  const records = await findActiveRecords(trx, sponsorKey, kind.kind);
  const products: AuthorisedProduct[] = [];
  for (const { record_key: recordKey, name } of records.filter((record) => names.has(fold(record.name)))) {
    const { values, rows } = await recordContent(trx, { sponsorKey, kind: kind.kind, recordKey });
    const deleted = new Set(rows.filter((row) => row.deleted).map(rowKey));
    const group = kind.catalogue.items[country ?? '']?.groups[0] ?? '';
    const isThere = (value: CaseValue) => !deleted.has(rowKey({ ...value, group }));
    const countries = values.filter((value) => value.itemId === country && isThere(value));
    products.push({ name, countries: countries.flatMap(({ value }) => value ?? []) });
  }
  return products;
}
