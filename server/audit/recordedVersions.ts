/** What the audit trail has recorded of each version beside its content: number, status, signatures. */
import { isRemark } from '../../shared/replay/replay.ts';
import type { NewEntry, SaveHeader } from './auditEntry.ts';
import { storable } from '../../shared/text/storable.ts';

/** A value that this chain does not tell, since it is older than the record of it or was disconnected from another chain. */
export const UNKNOWN = Symbol('unknown');
type Known<T> = T | typeof UNKNOWN;

export interface RecordedSignature {
  caseKey: number;
  saveNo: number;
  statusId: string;
  meaning: string;
  userKey: number | null;
  userId: string;
  userName: string;
  at: string;
  signedSave: number;
  signedHash: string;
}

export interface RecordedVersion {
  caseKey: number;
  caseNo: Known<string>;
  senderKey: Known<number>;
  reason: Known<string>;
  createdAt: Known<string>;
  createdBy: Known<string>;
  updatedAt: Known<string>;
  updatedBy: Known<string>;
  /** when the status changed last */
  statusAt: Known<string>;
  catalogueVersion: Known<string>;
  reviewed: Known<boolean>;
  locked: Known<boolean>;
  deleted: Known<boolean>;
  /** key of the step of the workflow, and since when the version is in it */
  step: Known<string>;
  stepAt: Known<string>;
  /** of the owner; 0: none */
  roleId: Known<number>;
  ownerKey: Known<number>;
  /** pages saved in this version */
  pages: Set<string>;
  /** whether all of the version was stored under one catalogue */
  isOneCatalogue: boolean;
}

export interface RecordedVersions {
  add: (save: SaveHeader, entries: readonly NewEntry[]) => void;
  /** the current ones, the first one first */
  versions: () => readonly RecordedVersion[];
  signatures: () => readonly RecordedSignature[];
}

/** The flag that a change of status sets, by the item of its entry. */
const FLAGS: Readonly<Record<string, 'reviewed' | 'locked' | 'deleted'>> = {
  REVIEW: 'reviewed',
  LOCK: 'locked',
  DELETE: 'deleted',
};

const BEGINNINGS = new Set(['add', 'copy', 'followUp', 'import']);

export function recordedVersions(): RecordedVersions {
  const all = new Map<number, RecordedVersion>();
  const current: RecordedVersion[] = [];
  const signatures: RecordedSignature[] = [];
  return {
    add: (save, entries) => {
      const caseKey = save.caseKey ?? 0;
      const known = all.get(caseKey);
      const version = known ?? begin(save, entries[0]);
      if (!known) {
        all.set(caseKey, version);
        current.push(version);
      }
      if (save.page !== '' && !entries.some(isRemark)) recordSave(version, save);
      for (const entry of entries) if (entry.action === 'status') recordStatus(version, save, entry);
      if (entries[0]?.action === 'status') recordRouting(version, save, entries[0]);
      signatures.push(...signatureOf(save, entries[0]));
      if (known && entries[0]?.action === 'disconnect') {
        current.splice(current.indexOf(known), 1);
        const newest = current.at(-1);
        // it is the newest again from a time that is not recorded
        if (newest) newest.statusAt = UNKNOWN;
      }
    },
    versions: () => current,
    signatures: () => signatures,
  };
}

/** The keys that an entry about the case as a whole has recorded; older entries have none. */
const keysOf = (entry: NewEntry | undefined) =>
  (entry?.after.properties ?? {}) as {
    senderKey?: number;
    step?: string;
    roleId?: number;
    ownerKey?: number;
  };

/** A version that was disconnected begins its chain with what was recorded elsewhere. */
function begin(save: SaveHeader, first: NewEntry | undefined): RecordedVersion {
  const isNew = first !== undefined && BEGINNINGS.has(first.action);
  const isBeginning = isNew || first?.action === 'disconnect';
  const at = isNew ? save.at.toISOString() : UNKNOWN;
  const by = isNew ? save.userId : UNKNOWN;
  const flag = isNew ? false : UNKNOWN;
  const { senderKey, step } = keysOf(first);
  return {
    caseKey: save.caseKey ?? 0,
    caseNo: isBeginning ? (first.after.value ?? '') : UNKNOWN,
    senderKey: senderKey ?? UNKNOWN,
    reason: isNew ? save.reason : UNKNOWN,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    statusAt: at,
    catalogueVersion: isNew ? save.catalogueVersion : UNKNOWN,
    reviewed: flag,
    locked: flag,
    deleted: flag,
    step: step ?? UNKNOWN,
    stepAt: step === undefined ? UNKNOWN : at,
    roleId: step === undefined ? UNKNOWN : 0,
    ownerKey: step === undefined ? UNKNOWN : 0,
    pages: new Set(),
    isOneCatalogue: isNew,
  };
}

function recordSave(version: RecordedVersion, { page, at, userId, catalogueVersion }: SaveHeader): void {
  version.pages.add(page);
  version.isOneCatalogue &&= version.catalogueVersion === catalogueVersion;
  version.updatedAt = at.toISOString();
  version.updatedBy = userId;
  version.catalogueVersion = catalogueVersion;
}

/** Routing a case changes its status as well. */
function recordStatus(
  version: RecordedVersion,
  { at, userId }: SaveHeader,
  { itemId, after }: NewEntry,
): void {
  const flag = FLAGS[itemId];
  if (flag) version[flag] = after.value === 'Y';
  version.updatedAt = at.toISOString();
  version.updatedBy = userId;
  version.statusAt = at.toISOString();
}

/** The first entry of a routing names what the version has then. */
function recordRouting(version: RecordedVersion, { at }: SaveHeader, first: NewEntry): void {
  const isRouting = !(first.itemId in FLAGS);
  const { step, roleId, ownerKey } = keysOf(first);
  if (!isRouting) return;
  if (step === undefined) version.stepAt = UNKNOWN;
  else if (step !== version.step) version.stepAt = version.step === UNKNOWN ? UNKNOWN : at.toISOString();
  version.step = step ?? UNKNOWN;
  version.roleId = roleId ?? UNKNOWN;
  version.ownerKey = ownerKey ?? UNKNOWN;
}

function signatureOf(
  { caseKey, saveNo, userKey, userId, userName, at }: SaveHeader,
  first: NewEntry | undefined,
): RecordedSignature[] {
  const { meaning, signedSave, signedHash } = (first?.after.properties ?? {}) as Record<string, unknown>;
  const isSigned = first?.action === 'status' || first?.action === 'submitted';
  if (!isSigned || typeof meaning !== 'string') return [];
  return [
    {
      caseKey: caseKey ?? 0,
      saveNo,
      statusId: first.itemId,
      meaning,
      userKey,
      userId,
      userName,
      at: at.toISOString(),
      signedSave: Number(signedSave),
      signedHash: String(signedHash),
    },
  ];
}

/** A reason as the audit trail holds it. */
export const recordedReason = (reason: string | null): string => storable(reason ?? '');
