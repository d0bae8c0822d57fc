/** Keys of repeating rows: they speak of the innermost row that the focus is in. */
import { addressAt, parseAddressKey, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import type { KeyHandlers } from '../../keys/index.ts';
import type { Engine } from '../page/context.ts';
import { listKeyOf, parseListKey } from '../page/formState.ts';
import { revealItem } from '../page/revealItem.ts';
import { focusRow, toggleDeleted } from './rowFocus.ts';
import { addressKeyOf } from '../page/shortcuts.ts';
import { rowsOfGroup, type GroupRow } from './useGroupRows.ts';

interface RowPlace {
  group: CatalogueGroup;
  parent: RowPath;
  rows: readonly GroupRow[];
  /** of the row in focus; -1 on the head of the group */
  at: number;
  /** the group is shown as read-only */
  readOnly: boolean;
}

/** The list and the row the focus is in; null outside of any group of the page. */
function placeOf({ catalogue, session }: Engine, target: EventTarget | null): RowPlace | null {
  const list = target instanceof Element ? target.closest<HTMLElement>('[data-list]') : null;
  const named = list && parseListKey(list.dataset.list ?? '');
  const group = named && catalogue.groups[named.group];
  if (!list || !group) return null;
  const line = (target as Element).closest<HTMLElement>('[data-row], [data-line]');
  const rowId = line && list.contains(line) ? (line.dataset.row ?? line.dataset.line) : undefined;
  const rows = rowsOfGroup(session, group, named.parent);
  const at = rows.findIndex((row) => row.rowId === rowId);
  return { group, parent: named.parent, rows, at, readOnly: list.dataset.readonly !== undefined };
}

/** Opens another row of the list and goes to the field with the same item, or to the row's number. */
function goToRow(engine: Engine, place: RowPlace, row: GroupRow, target: EventTarget | null): void {
  const { form, session } = engine;
  const key = addressKeyOf(target);
  if (key === null) return focusRow(engine, row.rowId);
  session.store.set(form.openRow(listKeyOf(place.group.group, place.parent)), row.rowId);
  const { itemId } = parseAddressKey(key);
  revealItem(engine, addressAt(itemId, row.path));
}

/** What the keys of rows do in the open form; `false` where the focus is in no row, so that the page may answer. */
export function rowKeys(engine: Engine): KeyHandlers {
  const { form, language, session, t } = engine;
  const say = (words: string) => session.store.set(form.announcement, words);

  const go = (by: 1 | -1) => (event: KeyboardEvent) => {
    const place = placeOf(engine, event.target);
    if (!place) return false;
    const row = place.rows[place.at === -1 ? 0 : place.at + by];
    if (row) goToRow(engine, place, row, event.target);
    else say(t(by === 1 ? 'keys:noNextRow' : 'keys:noPreviousRow'));
  };
  const move = (by: 1 | -1) => (event: KeyboardEvent) => {
    const place = placeOf(engine, event.target);
    const own = place?.rows[place.at]?.own;
    if (!place) return false;
    if (!own || place.readOnly || !place.rows[place.at + by]) return;
    const focused = document.activeElement;
    session.moveRow(own, by);
    say(t('row.moved', { label: place.group.rowLabel[language], place: place.at + 1 + by }));
    // a row that is put elsewhere in the document loses the focus
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      else focusRow(engine, own.rowId);
    });
  };
  const pressOfGroup = (action: string) => (event: KeyboardEvent) => {
    const list = event.target instanceof Element ? event.target.closest('[data-list]') : null;
    const button = list?.querySelector<HTMLButtonElement>(`[data-action="${action}"]`);
    if (!button || button.disabled) return false;
    button.click();
  };
  return {
    previousRow: go(-1),
    nextRow: go(1),
    moveRowUp: move(-1),
    moveRowDown: move(1),
    addRow: pressOfGroup('addRow'),
    pasteTable: pressOfGroup('pasteTable'),
    strikeRow: (event) => {
      const place = placeOf(engine, event.target);
      const own = place?.rows[place.at]?.own;
      if (!place || !own) return false;
      if (!place.readOnly) toggleDeleted(engine, own, place.group.rowLabel[language], place.at + 1);
    },
  };
}
