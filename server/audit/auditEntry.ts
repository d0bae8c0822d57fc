/** What the audit trail says of one change, and its hash. */
import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { AuditScope } from '../storage/auditTables.ts';
import type { AuditEntry as AuditEntrySchema } from '../../shared/contract/caseAudit.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, type ItemProperties, type ItemValue } from '../../shared/case/itemValue.ts';
import { macOf, type AuditKey } from './auditKeys.ts';

export type AuditAction = Static<typeof AuditEntrySchema>['action'];
export type AuditSource = Static<typeof AuditEntrySchema>['source'];

/** Actions whose entries carry what the signature under them means, where one is. */
export const SIGNED_ACTIONS: readonly string[] = [
  'status',
  'submitted',
  'pseudonymised',
] satisfies AuditAction[];

/** `itemId` may also be the group of a row, the name of a case flag, or '' for the case itself. */
export interface NewEntry extends ItemAddress {
  page: string;
  action: AuditAction;
  before: ItemValue;
  after: ItemValue;
}

/** What a chain of saves is about. */
export interface Chain {
  sponsorKey: number;
  scope: AuditScope;
  scopeKey: number;
}

/** The chain of a case goes through all its versions; it has the key of the first one. */
export const caseChain = (sponsorKey: number, rootCaseKey: number): Chain => ({
  sponsorKey,
  scope: 'case',
  scopeKey: rootCaseKey,
});

/** Everything one save says, in the order in which it is hashed. */
export interface SaveHeader extends Chain {
  saveNo: number;
  /** the version of the case; null where it is about no case */
  caseKey: number | null;
  at: Date;
  userKey: number | null;
  userId: string;
  userName: string;
  page: string;
  reason: string;
  source: string;
  requestId: string;
  catalogueVersion: string;
}

/** Before the first save of a chain. */
export const CHAIN_START = '0'.repeat(64);

/**
 * The hash of a save: over the hash before it, the save and all its entries, under a key. Without a key it is a plain
 * SHA-256, as in chains that are older than keys.
 */
export function saveHash(
  key: AuditKey | null,
  previous: string,
  save: SaveHeader,
  entries: readonly NewEntry[],
): string {
  const parts = savedParts(previous, save, entries);
  return key
    ? macOf(key, JSON.stringify(['save', ...parts]))
    : createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A save whose values became pseudonyms after it was hashed. */
interface PseudonymisedSave {
  hash: string;
  /** of the key of the hash; null: none */
  keyId: string | null;
}

/**
 * Vouches for how a save reads after its personal values became pseudonyms, when its hash can no longer be computed. The
 * chain goes on over the hash.
 */
export const resealOf = (
  key: AuditKey,
  { hash, keyId }: PseudonymisedSave,
  ...saved: Parameters<typeof savedParts>
): string => `${key.id}:${macOf(key, JSON.stringify(['reseal', hash, keyId, ...savedParts(...saved)]))}`;

/** Id of the key of such a seal. */
export const resealKeyId = (reseal: string): string => reseal.slice(0, reseal.indexOf(':'));

function savedParts(previous: string, save: SaveHeader, entries: readonly NewEntry[]) {
  const head = [
    save.sponsorKey,
    save.scope,
    save.scopeKey,
    save.saveNo,
    save.caseKey,
    save.at.toISOString(),
    save.userKey,
    save.userId,
    save.userName,
    save.page,
    save.reason,
    save.source,
    save.requestId,
    save.catalogueVersion,
  ];
  return [previous, head, entries.map(entryParts)];
}

/** The end of a chain. */
export interface Head extends Chain {
  saveNo: number;
  hash: string;
  /** saves up to this one were there when the chain was first sealed under a key; 0: none */
  adoptedTo: number;
}

/**
 * Authenticates the end of a chain. Only the newest seal is stored: a chain that is cut off has no seal for its new end.
 */
export const headSeal = (
  key: AuditKey,
  { sponsorKey, scope, scopeKey, saveNo, hash, adoptedTo }: Head,
): string => macOf(key, JSON.stringify(['head', sponsorKey, scope, scopeKey, saveNo, hash, adoptedTo]));

const entryParts = ({ page, itemId, rowNo, rowNo2, rowNo3, action, before, after }: NewEntry) => [
  page,
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
  action,
  ...valueParts(before),
  ...valueParts(after),
];

// the database keeps the parts of a JSON object in an order of its own
const valueParts = ({ value, nullFlavor, notation, properties }: ItemValue) => [
  value,
  nullFlavor,
  notation,
  properties
    ? Object.entries(properties)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
    : null,
];

/** An entry about the case as a whole: made, imported, downloaded. */
export const caseEntry = (
  action: AuditAction,
  text: string,
  itemId = '',
  before: string | null = null,
  properties?: Record<string, string | number>,
): NewEntry => ({
  page: '',
  itemId,
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  action,
  before: { ...EMPTY_VALUE, value: before },
  after: { ...EMPTY_VALUE, value: text, ...(properties && { properties: properties as ItemProperties }) },
});
