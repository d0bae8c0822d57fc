/** The roles of the sponsor: who may be given what is said in Role privileges. */
import { Alert, Button, Group } from '@mantine/core';
import { IconEye, IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ROLES } from '../../../shared/contract/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import {
  DataTable,
  EmptyState,
  GuardedButton,
  LoadingArea,
  PageHeader,
  Timestamp,
  type Column,
} from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { DeleteRoleDialog, EditRoleDialog } from './RoleDialogs.tsx';
import { ViewAsDialog } from './ViewAsDialog.tsx';
import { ViewAudit } from './ViewAudit.tsx';
import { rolesQuery, type Role } from './roles.queries.ts';
import { RoleAudit } from './RoleAudit.tsx';
import classes from './roles.module.css';

type Open =
  | { what: 'viewAs' | 'views' }
  | { what: 'edit'; role: Role | null }
  | { what: 'delete' | 'audit'; role: Role };

export function RolesPage() {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const timeZone = useTimeZone();
  const roles = useQuery(rolesQuery(sponsorKey));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const all = roles.data?.roles ?? [];
  const isFull = all.length >= MAX_ROLES;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        subtitle={roles.data && t('count', { count: all.length, max: MAX_ROLES })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconHistory size={15} aria-hidden />}
              onClick={() => setOpen({ what: 'views' })}
            >
              {t('viewAs.trail')}
            </Button>
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<IconEye size={15} aria-hidden />}
                onClick={() => setOpen({ what: 'viewAs' })}
              >
                {t('viewAs.button')}
              </Button>
            )}
            {mayEdit && (
              <GuardedButton
                why={isFull ? t('full', { max: MAX_ROLES }) : null}
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => setOpen({ what: 'edit', role: null })}
              >
                {t('add')}
              </GuardedButton>
            )}
          </>
        }
      />
      {!mayEdit && <Alert mb="md">{t('readOnly')}</Alert>}
      {roles.isPending && <LoadingArea />}
      {roles.isLoadingError && <EmptyState title={failureText(roles.error)} />}
      {roles.data && (
        <DataTable
          label={t('title')}
          rows={all}
          rowKey={({ roleId }) => String(roleId)}
          columns={columnsOf(t, { mayEdit, timeZone }, setOpen)}
          grid
        />
      )}
      {open?.what === 'edit' && <EditRoleDialog role={open.role} onClose={close} />}
      {open?.what === 'delete' && <DeleteRoleDialog role={open.role} onClose={close} />}
      {open?.what === 'viewAs' && <ViewAsDialog roles={all} onClose={close} />}
      {open?.what === 'views' && <ViewAudit onClose={close} />}
      {open?.what === 'audit' && <RoleAudit role={open.role} onClose={close} />}
    </div>
  );
}

const columnsOf = (
  t: ReturnType<typeof useTranslation<'roles'>>['t'],
  { mayEdit, timeZone }: { mayEdit: boolean; timeZone: string },
  open: (next: Open) => void,
): Column<Role>[] => [
  {
    key: 'name',
    label: t('name'),
    sticky: true,
    render: ({ name, own }) => (own ? t('yours', { name }) : name),
  },
  { key: 'description', label: t('description'), render: ({ description }) => description },
  {
    key: 'inspector',
    label: t('inspector'),
    render: ({ inspector }) => (inspector ? t('inspectorReads') : ''),
  },
  { key: 'users', label: t('users'), align: 'right', render: ({ users }) => users },
  { key: 'steps', label: t('steps'), align: 'right', render: ({ steps }) => steps },
  { key: 'setAt', label: t('changed'), render: ({ setAt }) => <Timestamp iso={setAt} timeZone={timeZone} /> },
  { key: 'setBy', label: t('changedBy'), render: ({ setBy }) => setBy ?? '' },
  {
    key: 'actions',
    label: t('actions'),
    render: (role) => (
      <Group gap={4} wrap="nowrap">
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={t('editOf', { name: role.name })}
            onClick={() => open({ what: 'edit', role })}
          >
            {t('edit')}
          </Button>
        )}
        {mayEdit && (
          <GuardedButton
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            aria-label={t('deleteOf', { name: role.name })}
            why={role.users + role.steps + role.cases > 0 ? t('inUse', usesOf(role)) : null}
            onClick={() => open({ what: 'delete', role })}
          >
            {t('delete')}
          </GuardedButton>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconHistory size={14} aria-hidden />}
          aria-label={t('changesOf', { name: role.name })}
          onClick={() => open({ what: 'audit', role })}
        >
          {t('changes')}
        </Button>
      </Group>
    ),
  },
];

const usesOf = ({ users, steps, cases }: Role) => ({ users, steps, cases });
