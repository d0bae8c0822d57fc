/** The matrix: a row for each area, two columns for each role. One stop of Tab; arrows lead from box to box. */
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  PRIVILEGE_AREAS,
  PRIVILEGE_TYPES,
  privilegeOn,
  readsOnly,
  type PrivilegeArea,
} from '../../../shared/access/privilegeAreas.ts';
import { AREA_NAMES, TYPE_NAMES } from '../../../shared/access/privilegeNames.ts';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { HEAD, useGrid } from '../../components/index.ts';
import type { RolePrivileges } from './roles.queries.ts';
import classes from './roles.module.css';
import { usePrivilegeName } from '../../session/usePrivilegeName.ts';

export interface PrivilegeGridProps {
  /** in the order of `roles` */
  stored: readonly RolePrivileges[];
  /** with the edits */
  roles: readonly RolePrivileges[];
  readOnly: boolean;
  onChange: (role: RolePrivileges, privilege: PrivilegeId, isGranted: boolean) => void;
  /** what the privileges of an area open is asked for */
  onShow: (area: PrivilegeArea) => void;
}

export function PrivilegeGrid({ stored, roles, readOnly, onChange, onShow }: PrivilegeGridProps) {
  const { t } = useTranslation('roles');
  const { language } = useRouteContext();
  const grid = useGrid(true, { keys: PRIVILEGE_AREAS });
  const columns = roles.flatMap((role, at) => PRIVILEGE_TYPES.map((type) => ({ role, type, at })));
  return (
    <div className={classes.scroll}>
      <table
        ref={grid.ref}
        role="grid"
        aria-label={t('privileges.title')}
        aria-colcount={columns.length + 1}
        className={classes.grid}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        onBlur={grid.onBlur}
      >
        <thead>
          <tr>
            <td className={classes.corner} />
            {roles.map(({ roleId, name, users }) => (
              <th key={roleId} scope="colgroup" colSpan={PRIVILEGE_TYPES.length} title={name}>
                <span className={classes.roleName}>{name}</span>
                <span className={classes.roleUsers}>{t('privileges.users', { count: users })}</span>
              </th>
            ))}
          </tr>
          <tr data-row={HEAD}>
            <th scope="col">{t('privileges.area')}</th>
            {columns.map(({ role, type }) => (
              <th key={`${role.roleId} ${type}`} scope="col">
                {wordsIn(TYPE_NAMES[type], language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PRIVILEGE_AREAS.map((area) => (
            <tr key={area} data-row={area}>
              <th scope="row">
                <UnstyledButton className={classes.area} aria-haspopup="dialog" onClick={() => onShow(area)}>
                  {wordsIn(AREA_NAMES[area], language)}
                </UnstyledButton>
              </th>
              {columns.map(({ role, type, at }) => (
                <Cell
                  key={`${role.roleId} ${type}`}
                  role={role}
                  privilege={privilegeOn(area, type)}
                  stored={stored[at]?.privileges ?? []}
                  readOnly={readOnly}
                  onChange={onChange}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends Pick<PrivilegeGridProps, 'readOnly' | 'onChange'> {
  role: RolePrivileges;
  /** null: there is none of this type */
  privilege: PrivilegeId | null;
  stored: readonly PrivilegeId[];
}

function Cell({ role, privilege, stored, readOnly, onChange }: CellProps) {
  const { t } = useTranslation('roles');
  const nameOf = usePrivilegeName();
  if (privilege === null) return <td aria-label={t('privileges.none')}>–</td>;
  const isGranted = role.privileges.includes(privilege);
  const isChanged = isGranted !== stored.includes(privilege);
  const isInspectors = role.inspector && !readsOnly([privilege]);
  const isFixed = readOnly || role.own || isInspectors;
  return (
    <td data-changed={isChanged || undefined}>
      {/* not disabled: it takes the focus, so that the keyboard and a screen reader come to it */}
      <input
        type="checkbox"
        checked={isGranted}
        aria-readonly={isFixed || undefined}
        aria-disabled={isFixed || undefined}
        aria-label={t('privileges.of', { name: role.name, privilege: nameOf(privilege) })}
        aria-description={
          role.own
            ? t('privileges.own', { name: role.name })
            : isInspectors
              ? t('privileges.inspector', { name: role.name })
              : isChanged
                ? t('privileges.isChanged')
                : undefined
        }
        onChange={({ currentTarget: { checked } }) => {
          if (!isFixed) onChange(role, privilege, checked);
        }}
      />
    </td>
  );
}
