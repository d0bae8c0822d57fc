import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { createPageSession, type PageSession } from '../../../engine/index.ts';
import { receiveEdits } from '../restore-edits/handOver.ts';
import type { PageContent, PageAddress } from '../page.queries.ts';

export interface SessionInput {
  pageAddress: PageAddress;
  content: PageContent;
  catalogue: Catalogue;
  sponsorKey: number;
}

/** The session of a page as it was read, with the edits on top that another page has handed over to it. */
export function openSession({ pageAddress, content, catalogue, sponsorKey }: SessionInput): PageSession {
  const session = createPageSession({
    content,
    catalogue,
    page: pageAddress.page,
    rowNo: content.rowNo,
    matrix: pageAddress.matrix ?? undefined,
    references: content.references,
    inputs: content.inputs,
    readOnly: content.readOnly !== null,
    retrievedAt: content.retrievedAt,
  });
  const received = receiveEdits(sponsorKey, pageAddress);
  if (received && !session.readOnly) session.restoreEdits(received);
  return session;
}
