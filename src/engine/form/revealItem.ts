import { rowPathOf, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { inputIdOf, type Engine } from './context.ts';
import { listKeyOf } from './formState.ts';
import { whenPresent } from './whenPresent.ts';

/** Opens the rows and sections around an item, brings its field into sight and gives it the focus. */
export function revealItem({ catalogue, form, session }: Engine, address: ItemAddress): void {
  const item = catalogue.items[address.itemId];
  if (!item) return;
  const present = document.getElementById(inputIdOf(item, address));
  if (present?.checkVisibility()) return present.focus();
  item.groups.slice(session.rootPath.length).forEach((group, index) => {
    const depth = session.rootPath.length + index + 1;
    const parent = rowPathOf(address, depth - 1);
    const own = rowPathOf(address, depth).at(-1);
    const rowsOf = catalogue.groups[group]?.rowsOf;
    const rowId = rowsOf
      ? session.references.find((row) => row.group === rowsOf && row.rowNo === own)?.rowId
      : session.store.get(session.rows(group, parent)).find((row) => rowPathOf(row, depth).at(-1) === own)
          ?.rowId;
    session.store.set(form.openRow(listKeyOf(group, parent)), rowId ?? null);
  });
  whenPresent(
    () => document.getElementById(inputIdOf(item, address)),
    (input) => {
      for (let at = input.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
        at.open = true;
      input.scrollIntoView({ block: 'center' });
      input.focus();
    },
  );
}
