import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { createPageSession, type PageSession } from '../../../engine/index.ts';
import { separateEdits } from '../../../page-editor/restore-edits/restoreOffer.ts';
import { journalKey } from '../restore-edits/journalKey.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import type { PageContent, PageAddress } from '../page.queries.ts';

export interface SessionInput {
  pageAddress: PageAddress;
  content: PageContent;
  catalogue: Catalogue;
  sponsorKey: number;
  /** of the case; a page that was left with edits goes on with its session */
  edits: CaseEdits;
}

/**
 * The session of a page as it was read, with the edits on top that it was left with. Those that the form does not have any
 * more are in the journal, which offers them.
 */
export function openSession(input: SessionInput): PageSession {
  const { pageAddress, content, catalogue, sponsorKey, edits } = input;
  const key = journalKey(sponsorKey, pageAddress);
  const left = edits.left(key);
  if (left?.catalogue === catalogue && content.readOnly === null) {
    left.session.receiveRemote(content);
    return left.session;
  }
  const session = createPageSession({
    content,
    catalogue,
    page: pageAddress.page,
    rowNo: content.rowNo,
    matrix: pageAddress.matrix ?? undefined,
    references: content.references,
    inputs: content.inputs,
    readOnly: content.readOnly !== null,
    saved: content.saved,
    retrievedAt: content.retrievedAt,
  });
  if (left && !session.readOnly)
    session.restoreEdits(separateEdits(left.session.snapshotEdits(), session).fitting);
  return session;
}
