import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import { isModalOpen, reenter } from '../../keys/index.ts';
import { inputIdOf, type Engine } from './context.ts';
import { listKeyOf } from './formState.ts';
import { focusRow, keepRowFocus, lineOf } from '../rows/rowFocus.ts';
import { rowsOfGroup } from '../rows/useGroupRows.ts';
import { whenPresent } from './whenPresent.ts';

const FIRST_FIELD = '[data-form] [data-address] :is(input, textarea, select):not(:disabled)';

/** Gives the focus to the first field of the page that is in sight. */
export const revealFirst = (): void =>
  whenPresent(
    unlessCovered(
      () =>
        [...document.querySelectorAll<HTMLElement>(FIRST_FIELD)].find((input) => input.checkVisibility()) ??
        null,
    ),
    focusInput,
  );

/**
 * Opens the rows and sections around an item, brings its field into sight and gives it the focus. A row number 0 leaves
 * the row open: the opened one, else the first that is not deleted, else the way to add one.
 */
export function revealItem(engine: Engine, address: ItemAddress): void {
  const { catalogue, form, session } = engine;
  const item = catalogue.items[address.itemId];
  if (!item) return;
  session.store.set(form.revealing, address);
  const present = fieldAt(inputIdOf(item, address));
  if (present?.checkVisibility() && !isModalOpen()) return focusInput(present);
  // the row of a field that has a half-typed entry may close, and the field with it
  const field = document.activeElement;
  if (field?.matches('[data-form] [data-draft]')) reenter(field);
  const path = openRows(engine, item.groups, address);
  whenPresent(
    unlessCovered(
      () =>
        fieldAt(inputIdOf(item, address)) ??
        (path.length === item.groups.length
          ? fieldAt(inputIdOf(item, addressAt(item.itemId, path)))
          : addButton(item.groups[path.length] ?? '', path)),
    ),
    (input) => {
      for (let at = input.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
        at.open = true;
      input.scrollIntoView({ block: 'center' });
      focusInput(input);
    },
  );
}

/**
 * Gives the focus to a row that came back, and opens the rows around it. Where a row was moved the focus stays; where one
 * went away it is the list's.
 */
export function revealRow(engine: Engine, row: CaseRow): void {
  const { catalogue, session } = engine;
  const group = catalogue.groups[row.group];
  if (!group) return;
  const around = group.groups.slice(0, -1);
  const rows = rowsOfGroup(session, group, rowPathOf(row, around.length));
  if (!rows.some(({ rowId, deleted }) => rowId === row.rowId && !deleted)) return;
  // not drawn again yet
  const before = lineOf(row.rowId);
  if (before && before.dataset.deleted === undefined) return keepRowFocus(engine, row.rowId);
  openRows(engine, around, row);
  focusRow(engine, row.rowId);
}

/** Opens the row of each group on the way; answers how far there were rows. */
function openRows(
  { catalogue, form, session }: Engine,
  groups: CatalogueItem['groups'],
  address: Omit<ItemAddress, 'itemId'>,
): RowPath {
  let path: RowPath = session.rootPath;
  for (const name of groups.slice(path.length)) {
    const group = catalogue.groups[name];
    if (!group) return path;
    const rows = rowsOfGroup(session, group, path);
    const openRow = form.openRow(listKeyOf(name, path));
    const opened = session.store.get(openRow);
    const wanted = rowPathOf(address, path.length + 1).at(-1) ?? 0;
    const row =
      wanted > 0
        ? rows.find((one) => one.path.at(-1) === wanted)
        : (rows.find(({ rowId }) => rowId === opened) ?? rows.find(({ deleted }) => !deleted));
    if (!row) return path;
    session.store.set(openRow, row.rowId);
    path = row.path;
  }
  return path;
}

/** The input with that id; of several under one label the chosen one. */
function fieldAt(id: string): HTMLElement | null {
  const found = document.getElementById(id);
  return found?.closest('[data-address]')?.querySelector<HTMLElement>('input:checked') ?? found;
}

/** Finds nothing while a dialog is open: its question is answered first, and a dialog that closes still has the focus. */
const unlessCovered = (find: () => HTMLElement | null) => (): HTMLElement | null =>
  isModalOpen() ? null : find();

/** Focuses an input; one that is switched off leaves the focus to the field around it. */
function focusInput(input: HTMLElement): void {
  input.focus();
  // Safari leaves one that can only be read out of sight
  input.scrollIntoView({ block: 'nearest' });
  const field = input.closest<HTMLElement>('[data-address]');
  if (document.activeElement === input || !field) return;
  field.tabIndex = -1;
  field.focus();
}

const addButton = (group: string, parent: RowPath): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-list="${listKeyOf(group, parent)}"] [data-action="addRow"]`);
