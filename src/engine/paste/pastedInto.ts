import { parseListKey, type OpenPaste } from '../form/formState.ts';
import { tableOf } from './readTable.ts';

/** The group around an element that takes tables, or null. */
export function groupTaking(target: EventTarget | null): Omit<OpenPaste, 'table'> | null {
  const list = target instanceof Element ? target.closest<HTMLElement>('[data-list]') : null;
  // the button stands for "rows may be added here"
  return list?.querySelector(':scope > * > [data-action="pasteTable"]')
    ? parseListKey(list.dataset.list ?? '')
    : null;
}

/**
 * A paste that holds a table and lands in a group: what the dialog is to open with. Text of several lines stays text
 * where a text of several lines can stand, and a single cell is an ordinary paste.
 */
export function tablePasted({ target, clipboardData }: ClipboardEvent): OpenPaste | null {
  const group = groupTaking(target);
  if (!group || !clipboardData || (target instanceof Element && target.matches('textarea'))) return null;
  const html = clipboardData.getData('text/html');
  const table = tableOf({ html, text: clipboardData.getData('text/plain') });
  const width = table[0]?.length ?? 0;
  const isTable = width > 1 || (table.length > 1 && /<table/i.test(html));
  const isField = target instanceof Element && target.matches('input');
  return isTable || (!isField && table.length > 0) ? { ...group, table } : null;
}
