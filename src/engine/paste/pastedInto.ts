import { parseListKey, type OpenPaste } from '../page/formState.ts';
import { tableOf, type CopiedTable } from './readTable.ts';

/** The group around an element that takes tables, or null. */
export function groupTaking(target: EventTarget | null): Omit<OpenPaste, 'table'> | null {
  const list = target instanceof Element ? target.closest<HTMLElement>('[data-list]') : null;
  // the button is there where rows may be added
  return list?.querySelector(':scope > * > [data-action="pasteTable"]')
    ? parseListKey(list.dataset.list ?? '')
    : null;
}

/**
 * The table that a paste brings, or null. Text of several lines stays text where a text of several lines can stand, and
 * a single cell is an ordinary paste.
 */
export function tableIn({ target, clipboardData }: ClipboardEvent): CopiedTable | null {
  if (!clipboardData || (target instanceof Element && target.matches('textarea'))) return null;
  const html = clipboardData.getData('text/html');
  const table = tableOf({ html, text: clipboardData.getData('text/plain') });
  const width = table[0]?.length ?? 0;
  const isTable = width > 1 || (table.length > 1 && /<table/i.test(html));
  const isField = target instanceof Element && target.matches('input');
  return isTable || (!isField && table.length > 0) ? table : null;
}

/** A paste that holds a table and lands in a group: what the dialog is to open with. */
export function tablePasted(event: ClipboardEvent): OpenPaste | null {
  const group = groupTaking(event.target);
  const table = group && tableIn(event);
  return table && { ...group, table };
}
