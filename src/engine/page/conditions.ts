/** Conditions of the catalogue (`visibleWhen` and its like) as atoms that follow the few values they read. */
import { atom, type Atom, type Getter } from 'jotai';
import type { Catalogue, CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import { forExpressions } from '../../../schemas/compile/unseen.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import { compileExpression } from '../../../shared/expressions/compileExpression.ts';
import { catalogueGroup } from '../../../shared/expressions/catalogueGroup.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../../shared/expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../../../shared/expressions/scope.ts';
import { visibleConditions } from '../../../shared/rules/conditionsOf.ts';
import type { PageSession } from '../session/pageSession.ts';

export interface Conditions {
  /** Does the expression hold in that row? `group` is the innermost group around it, null outside of all. */
  holds(expression: string, group: string | null, path: RowPath): Atom<boolean>;
  /** Is the group shown in that row of the group around it, by its own condition and those of all groups around it? */
  shown(group: CatalogueGroup, outer: RowPath): Atom<boolean>;
}

export function createConditions(session: PageSession, seen: Catalogue): Conditions {
  const catalogue = forExpressions(seen);
  const atoms = new Map<string, Atom<boolean>>();
  const pageGroup = catalogue.pages[session.page]?.group ?? null;
  const elsewhere = elsewhereOf(session, catalogue);

  const readerOf = (get: Getter): CaseReader => {
    const rows = (group: string, parent: RowPath): readonly RowPath[] => {
      // the page shows one row of its own group, or all of them
      if (group === pageGroup)
        return session.rootPath.length > 0
          ? withOwnRow(get(elsewhere).rows(group, []), session.rootPath)
          : get(session.references)
              .filter((row) => row.group === group && !row.deleted)
              .map(({ rowNo }) => [rowNo]);
      const { groups, page, rowsOf } = catalogueGroup(catalogue, group);
      if (page !== session.page) return get(elsewhere).rows(group, parent);
      const outer = groups.at(-2);
      if (parent.length < groups.length - 1 && outer !== undefined)
        return rows(outer, parent).flatMap((path) => rows(group, path));
      if (rowsOf !== null)
        return get(session.references)
          .filter((row) => row.group === rowsOf && !row.deleted)
          .map(({ rowNo }) => [...parent, rowNo]);
      return get(session.rows(group, parent))
        .filter(({ deleted }) => !deleted)
        .map((row) => rowPathOf(row, groups.length));
    };
    return {
      item: (itemId, path) =>
        get(elsewhere).item(itemId, path) ?? get(session.view(addressAt(itemId, path))).current,
      rows,
    };
  };

  const conditions: Conditions = {
    holds(expression, group, path) {
      const key = `${expression}|${group ?? ''}|${path.join('|')}`;
      let found = atoms.get(key);
      if (!found) {
        const compiled = compileExpression(expression, catalogue, group, 'bool');
        found = atom((get) => {
          const whole = caseScope(catalogue, readerOf(get));
          return compiled.run(group === null ? whole : rowScope(whole, group, path));
        });
        atoms.set(key, found);
      }
      return found;
    },
    shown: (group, outer) =>
      atom((get) =>
        visibleConditions(catalogue, group).every(({ expression, group: around }) =>
          get(conditions.holds(expression, around, outer.slice(0, depthOf(catalogue, around)))),
        ),
      ),
  };
  return conditions;
}

/** The rows of the page's group as far as they are known: at least the one that is shown. */
const withOwnRow = (known: readonly RowPath[], own: RowPath): readonly RowPath[] =>
  known.some(([rowNo]) => rowNo === own[0]) ? known : [...known, own];

const depthOf = (catalogue: Catalogue, group: string | null): number =>
  group === null ? 0 : catalogueGroup(catalogue, group).groups.length;

/** Reads what the session knows of other pages. */
function elsewhereOf(session: PageSession, catalogue: Catalogue): Atom<CaseReader> {
  return atom((get) => caseReader(catalogue, get(session.elsewhere)));
}
