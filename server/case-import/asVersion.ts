/** A message as a version of a case that is stored: its rows have the numbers of the case. */
import { itemsOfR2 } from '../../shared/e2b/index.ts';
import { mergeSheets } from '../../shared/import/sheets/mergeSheets.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { withBeyondMessages } from './beyondMessages.ts';
import { withRowsOf, type MessageContent } from './followUpRows.ts';
import { alignedRows } from './formRows.ts';
import { withAbsentRows } from './absentRows.ts';
import { rowsBeyondMessages } from './aroundRows.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

/**
 * What a spreadsheet or a printed form gives is put into what the case has; another message replaces what messages of its
 * form can say.
 */
export function asVersion(
  catalogue: Pick<CatalogueSource, 'whole' | 'e2b' | 'r2'>,
  { content, residue }: MessageContent,
  message: Pick<ReceivedMessage, 'content' | 'residue' | 'sheet' | 'printed' | 'form'>,
): MessageContent {
  const { sheet, printed, form } = message;
  const { whole, e2b, r2 } = catalogue;
  if (sheet) {
    const given = printed ? alignedRows(whole, content, message.content) : message.content;
    return { content: mergeSheets(whole, content, { ...sheet, content: given }), residue };
  }
  const ofMessages = form === 'R2' ? itemsOfR2(r2) : e2b.slotsByItem;
  const beyond = rowsBeyondMessages(whole, ofMessages, content);
  const version = withRowsOf({ content, residue }, message, catalogue, beyond);
  const withOwn = withBeyondMessages(whole, ofMessages, content, version.content);
  return { ...version, content: withAbsentRows(whole, content, withOwn, beyond) };
}
