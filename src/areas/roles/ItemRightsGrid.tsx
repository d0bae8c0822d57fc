/** Rights on items: a row for each item, a column for each role. One stop of Tab; arrows lead from cell to cell. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { hiddenByRoles } from '../../../shared/blinding/sight.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { HEAD, useGrid } from '../../components/index.ts';
import { editedRights, nextRight, storedRight, type CellRight, type ItemEdits } from './itemRightEdits.ts';
import type { RoleItems } from './roles.queries.ts';
import classes from './roles.module.css';

interface ItemRightsGridProps {
  catalogue: Catalogue;
  items: readonly CatalogueItem[];
  roles: readonly RoleItems[];
  edits: ItemEdits;
  readOnly: boolean;
  onChange: (role: RoleItems, itemId: string, right: CellRight) => void;
}

export function ItemRightsGrid({ catalogue, items, roles, edits, readOnly, onChange }: ItemRightsGridProps) {
  const { t } = useTranslation('roles');
  const { language } = useRouteContext();
  const grid = useGrid(true, { keys: items.map(({ itemId }) => itemId) });
  const hidden = useMemo(
    () =>
      roles.map((role) => {
        const own = editedRights(role, edits).flatMap(({ itemId, right }) =>
          right === 'hidden' ? itemId : [],
        );
        return hiddenByRoles(catalogue, { hidden: own });
      }),
    [catalogue, roles, edits],
  );
  return (
    <div className={classes.scroll}>
      <table
        ref={grid.ref}
        role="grid"
        aria-label={t('items.title')}
        aria-colcount={roles.length + 1}
        className={`${classes.grid} ${classes.items}`}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        onBlur={grid.onBlur}
      >
        <thead>
          <tr data-row={HEAD}>
            <th scope="col">{t('items.item')}</th>
            {roles.map(({ roleId, name, users }) => (
              <th key={roleId} scope="col" title={name}>
                <span className={classes.roleName}>{name}</span>
                <span className={classes.roleUsers}>{t('privileges.users', { count: users })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.itemId} data-row={item.itemId}>
              <th scope="row">
                {item.label[language]} <span className={classes.itemId}>{item.itemId}</span>
              </th>
              {roles.map((role, at) => (
                <Cell
                  key={role.roleId}
                  role={role}
                  label={item.label[language]}
                  right={edits[role.roleId]?.[item.itemId] ?? storedRight(role, item.itemId)}
                  stored={storedRight(role, item.itemId)}
                  reads={(hidden[at]?.get(item.itemId) ?? []).map((one) => one.reads)}
                  readOnly={readOnly || role.own}
                  onChange={(right) => onChange(role, item.itemId, right)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  role: RoleItems;
  /** of the item */
  label: string;
  right: CellRight;
  stored: CellRight;
  /** hidden items that the item reads, so that it is hidden with them */
  reads: readonly string[];
  readOnly: boolean;
  onChange: (right: CellRight) => void;
}

function Cell({ role, label, right, stored, reads, readOnly, onChange }: CellProps) {
  const { t } = useTranslation('roles');
  const isInherited = right !== 'hidden' && reads.length > 0;
  const why = isInherited ? t('items.inherited', { items: reads.join(', ') }) : undefined;
  const shown = isInherited ? 'hidden' : right;
  const isChanged = right !== stored;
  return (
    <td data-changed={isChanged || undefined}>
      {/* not disabled: it takes the focus, so that the keyboard and a screen reader come to it */}
      <button
        type="button"
        className={classes.right}
        data-right={shown}
        data-inherited={isInherited || undefined}
        aria-disabled={readOnly || undefined}
        aria-label={t('items.of', { name: role.name, item: label, right: t(`items.${shown}`) })}
        aria-description={why ?? (isChanged ? t('privileges.isChanged') : undefined)}
        title={why}
        onClick={() => {
          if (!readOnly) onChange(nextRight(right));
        }}
      >
        {t(`items.${shown}`)}
      </button>
    </td>
  );
}
