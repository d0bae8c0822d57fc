/** Making changed files the sponsor's next schema version. */
import type { SourceText } from '../../../schemas/compile/sources.types.ts';
import { compareBlinding } from '../../../shared/blinding/compareBlinding.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { BodyOf, DataOf, publishSchemas, rollBackSchemas } from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import { actionOf } from '../../audit/contentEntries.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import { isError } from '../../catalogue/compiler.ts';
import { withChanges, type SchemaChange } from '../../../schemas/compile/sourceChanges.ts';
import { changesBetween } from '../../catalogue/changes.ts';
import { lockUses, putTexts } from '../../catalogue/snapshots.store.ts';
import { hashesOf, textHashOf } from '../../catalogue/sourceHash.ts';
import { activeVersionNo, changesOfVersion } from '../../catalogue/versions.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  blindingLost,
  facesFaulty,
  noSchemaChange,
  schemaVersionNotFound,
  schemasChanged,
  schemasRefused,
} from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { checkFiles } from './checkFiles.ts';
import { filesAfter, filesInUse } from './schemaFiles.ts';
import {
  deleteDraftsSaying,
  findVersions,
  insertVersion,
  latestDraft,
  type VersionRecord,
} from './schemas.store.ts';
import { versionsOf } from './versions.service.ts';

/** What this module needs of the server. */
type PublishWorld = AuditWorld & CatalogueWorld & CataloguesWorld & ClockWorld & DatabaseWorld & ThreadsWorld;

export interface Publisher {
  user: SessionUser;
  language: Language;
  requestId: string;
  /** aborted when the request closes */
  signal: AbortSignal;
}

type Version = DataOf<typeof publishSchemas>;

interface Next {
  files: SourceText[];
  reason: string;
  basedOn: number;
  rolledBackTo: number | null;
  /** faces that a browser has measured; null: none has */
  facesMeasured: number | null;
}

/**
 * Publishes changes of the files in use. Refused with nothing published: 422 SCHEMAS_REFUSED (details: findings), 422
 * NO_SCHEMA_CHANGE, 422 FACES_FAULTY (details: faults), 409 SCHEMAS_CHANGED where another version than `basedOn` is active, 403 BLINDING_LOST (details: items)
 * where blinding would be lost and the publisher may not unblind.
 */
export async function publish(
  deps: PublishWorld,
  publisher: Publisher,
  { changes, reason, basedOn, faces }: BodyOf<typeof publishSchemas>,
): Promise<Version> {
  if (faces && faces.faults.length > 0) throw facesFaulty(faces.faults);
  const files = await filesAfter(deps, publisher.user, changes);
  const facesMeasured = faces?.measured ?? null;
  return bringOut(deps, publisher, { files, reason, basedOn, rolledBackTo: null, facesMeasured });
}

/** Publishes again what an earlier version said, as a new one; refused like `publish`, and 404 for a version that is not there. */
export async function rollBack(
  deps: PublishWorld,
  publisher: Publisher,
  versionNo: number,
  { reason, basedOn }: BodyOf<typeof rollBackSchemas>,
): Promise<Version> {
  const { sponsorKey } = publisher.user;
  const changes = await inSponsor(deps.db, sponsorKey, (trx) => changesOfVersion(trx, sponsorKey, versionNo));
  if (!changes) throw schemaVersionNotFound(versionNo);
  const { sources } = await deps.catalogues.inUse(sponsorKey, 0);
  return bringOut(deps, publisher, {
    files: withChanges(sources, changes),
    reason,
    basedOn,
    rolledBackTo: versionNo,
    facesMeasured: null,
  });
}

async function bringOut(deps: PublishWorld, publisher: Publisher, next: Next): Promise<Version> {
  const { db, catalogues } = deps;
  const { user, language, signal } = publisher;
  const { sponsorKey } = user;
  const before = await filesInUse(deps, user);
  const product = await catalogues.inUse(sponsorKey, 0);
  // if another user published in the meantime, their files are not those that were checked here
  await inSponsor(db, sponsorKey, (trx) => refuseStale(trx, sponsorKey, next));
  const changed = changesBetween(before, next.files);
  if (changed.length === 0) throw noSchemaChange();
  const errors = (await checkFiles(deps, { user, language, signal }, next.files)).filter(isError);
  if (errors.length > 0) throw schemasRefused(errors);
  if (!user.mayUnblind) await refuseUnblinding(deps, user, next);
  return inSponsor(db, sponsorKey, async (trx) => {
    await lockUses(trx, sponsorKey);
    await refuseStale(trx, sponsorKey, next);
    const version = await store(trx, deps, publisher, next, changesBetween(product.sources, next.files));
    await audit(trx, deps, publisher, version, entriesOf(version, next, before, changed));
    await deleteDraftsSaying(trx, sponsorKey, changed);
    const [published] = versionsOf(await findVersions(trx, sponsorKey));
    if (!published) throw new Error(`version ${version.version_no} was not stored`);
    return published;
  });
}

/** Compared with the version that the changes are based on, which is the active one when they are stored. */
async function refuseUnblinding(
  { catalogues }: PublishWorld,
  { sponsorKey }: SessionUser,
  { basedOn, files }: Next,
): Promise<void> {
  const { lost } = compareBlinding(await catalogues.of(sponsorKey, basedOn), catalogues.compiled(files));
  if (lost.length > 0) throw blindingLost(lost);
}

async function refuseStale(trx: Trx, sponsorKey: number, { basedOn }: Next): Promise<void> {
  const versionNo = await activeVersionNo(trx, sponsorKey);
  if (versionNo === basedOn) return;
  const [active] = await findVersions(trx, sponsorKey);
  throw schemasChanged({
    versionNo,
    changedBy: active?.user_name ?? '',
    changedAt: active?.at.toISOString() ?? '',
  });
}

async function store(
  trx: Trx,
  { catalogues, clock }: PublishWorld,
  { user }: Publisher,
  { files, reason, basedOn, rolledBackTo }: Next,
  changes: readonly SchemaChange[],
): Promise<VersionRecord> {
  const { sponsorKey } = user;
  const versionNo = basedOn + 1;
  // no draft of what was in use before is stored later
  const at = new Date(Math.max(clock.now().getTime(), (await latestDraft(trx, sponsorKey))?.getTime() ?? 0));
  const texts = changes.flatMap(({ text }) => text ?? []);
  await putTexts(trx, sponsorKey, texts);
  const source = await catalogues.bringIntoUse(trx, { sponsorKey, versionNo, sources: files, at });
  const version: VersionRecord = {
    sponsor_key: sponsorKey,
    version_no: versionNo,
    at,
    user_key: user.userKey,
    user_id: user.userId,
    user_name: user.userName,
    reason,
    rolled_back_to: rolledBackTo,
    catalogue_version: source.whole.version,
    changes: Object.fromEntries(changes.map(({ file, text }) => [file, hashOf(text)])),
  };
  await insertVersion(trx, version);
  return version;
}

const hashOf = (text: string | null): string | null => (text === null ? null : textHashOf(text));

/** The version, then each file with the hash of its text: texts are kept by it, and never changed. */
function entriesOf(
  { version_no }: VersionRecord,
  { rolledBackTo, facesMeasured }: Next,
  before: readonly SourceText[],
  changed: readonly SchemaChange[],
): NewEntry[] {
  const was = hashesOf(before);
  const how = {
    ...(rolledBackTo !== null && { rolledBackTo }),
    ...(facesMeasured !== null && { facesMeasured }),
  };
  const properties = Object.keys(how).length > 0 ? how : undefined;
  return [
    caseEntry('change', String(version_no), 'schemas', String(version_no - 1), properties),
    ...changed.map(({ file, text }) => {
      const [old, now] = [was.get(file) ?? null, hashOf(text)].map((value) => ({ ...EMPTY_VALUE, value }));
      const [oldValue, nowValue] = [old ?? EMPTY_VALUE, now ?? EMPTY_VALUE];
      return { ...caseEntry(actionOf(oldValue, nowValue), '', file), before: oldValue, after: nowValue };
    }),
  ];
}

async function audit(
  trx: Trx,
  deps: AuditWorld,
  { user, requestId }: Publisher,
  { sponsor_key: sponsorKey, at, reason, catalogue_version: catalogueVersion }: VersionRecord,
  entries: readonly NewEntry[],
): Promise<void> {
  const chain = { sponsorKey, scope: 'schemas', scopeKey: 0 } as const;
  const save = { ...chain, caseKey: null, at, user, page: '', reason, source: 'screen', requestId } as const;
  await appendAudit(trx, deps, { ...save, catalogueVersion }, entries);
}
