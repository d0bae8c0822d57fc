/** A template that is being written, tried on a case. */
import type { BodyOf, DataOf, previewNarrative } from '../../../shared/contract/index.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { SessionUser } from '../../http/session.ts';
import { kindOf } from '../../records/recordAccess.ts';
import { noPrivilege } from '../../problems.ts';
import { readInSponsor } from '../../storage/database.ts';
import type { NarrativesWorld } from './narratives.service.ts';
import { seenContent } from '../../cases/record/seenContent.ts';
import { sentencesAbout, TEMPLATES } from './templateText.ts';

type Preview = DataOf<typeof previewNarrative>;

/** Throws 403 without a privilege for cases, 404 for a case that the user does not see. */
export function previewOf(
  deps: NarrativesWorld,
  user: SessionUser,
  { column, text, language, caseKey }: BodyOf<typeof previewNarrative>,
): Promise<Preview> {
  const kind = kindOf(deps, TEMPLATES);
  if (caseKey !== null && !hasAnyPrivilege(user.privileges, ['READ.CASE', 'EDIT.CASE'])) throw noPrivilege();
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const edits = { values: [], rows: [] };
    const content = caseKey === null ? null : await seenContent(trx, deps, user, { caseKey, edits });
    const { problems, sentences } = await sentencesAbout(trx, deps, user, {
      kind,
      column,
      text,
      language,
      content,
    });
    return {
      problems,
      sentences: sentences && sentences.map((one) => ({ ...one, reads: [...one.reads] })),
    };
  });
}
