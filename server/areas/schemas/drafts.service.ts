/** Files as they are being edited, kept for everybody who edits. */
import type { SchemaChange } from '../../../schemas/compile/sourceChanges.ts';
import type { BodyOf, DataOf, saveSchemaDraft } from '../../../shared/contract/index.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import { lockUses } from '../../catalogue/snapshots.store.ts';
import { sourceHashOf } from '../../catalogue/sourceHash.ts';
import { activeVersionNo } from '../../catalogue/versions.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { draftChanged, draftOutdated } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { outdatedDrafts } from './outdatedDrafts.ts';
import { refuseOthers } from './schemaFiles.ts';
import {
  deleteDraft,
  findDrafts,
  insertDraft,
  latestUse,
  lockDraft,
  updateDraft,
  type DraftRecord,
} from './schemas.store.ts';

/** What this module needs of the server. */
type DraftsWorld = CataloguesWorld & ClockWorld & DatabaseWorld;

/**
 * Throws 409 DRAFT_CHANGED, with who did so, where the draft is not the one the edit is based on, and 409 DRAFT_OUTDATED
 * where another text is in use than the edit changes: a draft changes what was in use when it was stored.
 */
export async function keepDraft(
  { db, clock, catalogues }: DraftsWorld,
  { sponsorKey, userKey, userId, userName, schemaVersion }: SessionUser,
  { file, text, basedOn, base }: BodyOf<typeof saveSchemaDraft>,
): Promise<DataOf<typeof saveSchemaDraft>> {
  refuseOthers({ file });
  const { sources } = await catalogues.inUse(sponsorKey, schemaVersion);
  const inUse = sources.find((source) => source.file === file);
  if ((inUse ? sourceHashOf(inUse) : null) !== base) throw draftOutdated(file);
  return inSponsor(db, sponsorKey, async (trx) => {
    // no version is published between this check and the end
    await lockUses(trx, sponsorKey);
    if ((await activeVersionNo(trx, sponsorKey)) !== schemaVersion) throw draftOutdated(file);
    const stored = await lockDraft(trx, sponsorKey, file);
    const seen = basedOn === null ? null : new Date(basedOn).getTime();
    if ((stored?.at.getTime() ?? null) !== seen) throw draftChanged(file, authorOf(stored));
    const used = changeTime(clock.now(), await latestUse(trx, sponsorKey));
    const at = stored ? changeTime(used, stored.at) : used;
    const author = { user_key: userKey, user_id: userId, user_name: userName };
    const draft = { sponsor_key: sponsorKey, file, text, at, ...author };
    if (stored) await updateDraft(trx, draft);
    else if (!(await insertDraft(trx, draft)))
      throw draftChanged(file, authorOf(await lockDraft(trx, sponsorKey, file)));
    return { draftAt: at.toISOString() };
  });
}

/** Throws 409 DRAFT_OUTDATED where one of the changes is a draft of another text than the one in use: it would undo that. */
export async function refuseOutdated(
  { db, catalogues }: DraftsWorld,
  { sponsorKey, schemaVersion }: SessionUser,
  changes: readonly SchemaChange[],
): Promise<void> {
  const inUse = await catalogues.inUse(sponsorKey, schemaVersion);
  const draft = await inSponsor(db, sponsorKey, async (trx) => {
    const bases = await outdatedDrafts(trx, sponsorKey, inUse);
    return (await findDrafts(trx, sponsorKey)).find(
      (one) =>
        bases.has(one.file) && changes.some(({ file, text }) => file === one.file && text === one.text),
    );
  });
  if (draft) throw draftOutdated(draft.file);
}

export function forgetDraft({ db }: DraftsWorld, { sponsorKey }: SessionUser, file: string): Promise<void> {
  return inSponsor(db, sponsorKey, (trx) => deleteDraft(trx, sponsorKey, file));
}

const authorOf = (draft: DraftRecord | undefined) =>
  draft ? { draftBy: draft.user_name, draftAt: draft.at.toISOString() } : null;
