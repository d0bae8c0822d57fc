/** Files as they are being edited, kept for everybody who edits. */
import type { BodyOf, DataOf, saveSchemaDraft } from '../../../shared/contract/index.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { draftChanged } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { refuseOthers } from './schemaFiles.ts';
import { deleteDraft, insertDraft, lockDraft, updateDraft, type DraftRecord } from './schemas.store.ts';

/** What this module needs of the server. */
type DraftsWorld = ClockWorld & DatabaseWorld;

/** Throws 409 DRAFT_CHANGED, with who did so, where the draft is not the one the edit is based on. */
export function keepDraft(
  { db, clock }: DraftsWorld,
  { sponsorKey, userKey, userId, userName }: SessionUser,
  { file, text, basedOn }: BodyOf<typeof saveSchemaDraft>,
): Promise<DataOf<typeof saveSchemaDraft>> {
  refuseOthers({ file });
  return inSponsor(db, sponsorKey, async (trx) => {
    const stored = await lockDraft(trx, sponsorKey, file);
    const seen = basedOn === null ? null : new Date(basedOn).getTime();
    if ((stored?.at.getTime() ?? null) !== seen) throw draftChanged(file, authorOf(stored));
    const at = stored ? changeTime(clock.now(), stored.at) : clock.now();
    const author = { user_key: userKey, user_id: userId, user_name: userName };
    const draft = { sponsor_key: sponsorKey, file, text, at, ...author };
    if (stored) await updateDraft(trx, draft);
    else if (!(await insertDraft(trx, draft)))
      throw draftChanged(file, authorOf(await lockDraft(trx, sponsorKey, file)));
    return { draftAt: at.toISOString() };
  });
}

export function forgetDraft({ db }: DraftsWorld, { sponsorKey }: SessionUser, file: string): Promise<void> {
  return inSponsor(db, sponsorKey, (trx) => deleteDraft(trx, sponsorKey, file));
}

const authorOf = (draft: DraftRecord | undefined) =>
  draft ? { draftBy: draft.user_name, draftAt: draft.at.toISOString() } : null;
