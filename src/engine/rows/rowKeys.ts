/** Keys of repeating rows. They act on the innermost row with the focus. */
import { stopsLeaving } from '../../components/leaveStops.ts';
import { addressAt, parseAddressKey, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import type { KeyHandlers } from '../../keys/index.ts';
import type { Engine } from '../page/context.ts';
import { listKeyOf, parseListKey } from '../page/formState.ts';
import { revealItem } from '../page/revealItem.ts';
import { focusRow, keepRowFocus, toggleDeleted } from './rowFocus.ts';
import { addressKeyOf } from '../page/shortcuts.ts';
import { rowsOfGroup, type GroupRow } from './useGroupRows.ts';

interface FocusedRow {
  group: CatalogueGroup;
  parent: RowPath;
  rows: readonly GroupRow[];
  /** index of the focused row; -1 on the head of the group */
  at: number;
  /** the group is shown as read-only */
  readOnly: boolean;
}

/** The list and row with the focus; null outside the groups of the page. */
function focusedRow({ catalogue, session }: Engine, target: EventTarget | null): FocusedRow | null {
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

/** Opens another row of the list and focuses the field of the same item, or the row number. */
function goToRow(engine: Engine, location: FocusedRow, row: GroupRow, target: EventTarget | null): void {
  const { form, session } = engine;
  const key = addressKeyOf(target);
  if (key === null) return focusRow(engine, row.rowId);
  session.store.set(form.openRow(listKeyOf(location.group.group, location.parent)), row.rowId);
  const { itemId } = parseAddressKey(key);
  revealItem(engine, addressAt(itemId, row.path));
}

/** Handlers of the row keys; they return `false` outside rows, so that the page can handle the key. */
export function rowKeys(engine: Engine): KeyHandlers {
  const { form, language, session, t } = engine;
  const say = (words: string) => session.store.set(form.announcement, words);

  const go = (by: 1 | -1) => (event: KeyboardEvent) => {
    const location = focusedRow(engine, event.target);
    if (!location) return false;
    const row = location.rows[location.at === -1 ? 0 : location.at + by];
    if (row && stopsLeaving()) return;
    if (row) goToRow(engine, location, row, event.target);
    else say(t(by === 1 ? 'keys:noNextRow' : 'keys:noPreviousRow'));
  };
  const move = (by: 1 | -1) => (event: KeyboardEvent) => {
    const location = focusedRow(engine, event.target);
    const own = location?.rows[location.at]?.own;
    if (!location) return false;
    if (!own || location.readOnly || !location.rows[location.at + by]) return;
    keepRowFocus(engine, own.rowId);
    session.moveRow(own, by);
    say(t('row.moved', { label: location.group.rowLabel[language], place: location.at + 1 + by }));
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
    deleteRow: (event) => {
      const location = focusedRow(engine, event.target);
      const own = location?.rows[location.at]?.own;
      if (!location || !own) return false;
      if (!location.readOnly) toggleDeleted(engine, own, location.group.rowLabel[language], location.at + 1);
    },
  };
}
