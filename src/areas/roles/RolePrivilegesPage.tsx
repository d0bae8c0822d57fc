/** Who may what: privileges by area, and rights on items of cases. Each is a grid of all roles, saved with the differences. */
import { Alert, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeArea } from '../../../shared/access/privilegeAreas.ts';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { savePrivileges } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { EmptyState, LoadingArea, PageHeader } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { Differences } from './Differences.tsx';
import { ItemRightsPanel } from './ItemRightsPanel.tsx';
import { OpensDialog } from './OpensDialog.tsx';
import { PrivilegeGrid } from './PrivilegeGrid.tsx';
import { changesOf, withEdits, type Edits } from './privilegeEdits.ts';
import { privilegesQuery, type PrivilegeMatrix, type RolePrivileges } from './roles.queries.ts';
import { SaveGrid } from './SaveGrid.tsx';
import classes from './roles.module.css';

export function RolePrivilegesPage() {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const matrix = useQuery(privilegesQuery(sponsorKey));
  return (
    <div className={classes.page}>
      <PageHeader title={t('privileges.title')} />
      <Tabs defaultValue="areas">
        <Tabs.List>
          <Tabs.Tab value="areas">{t('privileges.tab')}</Tabs.Tab>
          <Tabs.Tab value="items">{t('items.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="areas" pt="md">
          {matrix.isPending && <LoadingArea />}
          {matrix.isLoadingError && <EmptyState title={failureText(matrix.error)} />}
          {matrix.data && <Matrix matrix={matrix.data} />}
        </Tabs.Panel>
        <Tabs.Panel value="items">
          <ItemRightsPanel />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** The edits stay when the roles are read again: what another administrator changed is seen below them. */
function Matrix({ matrix }: { matrix: PrivilegeMatrix }) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const [edits, setEdits] = useState<Edits>({});
  const [shown, setShown] = useState<PrivilegeArea | null>(null);
  const roles = useMemo(() => withEdits(matrix.roles, edits), [matrix.roles, edits]);
  const own = roles.filter((role) => role.own);
  const changes = changesOf(matrix.roles, roles);
  const store = (reason: string) =>
    call(savePrivileges, {
      params: { sponsorKey },
      body: {
        reason,
        roles: changes.map(({ role: { roleId, setAt, privileges } }) => ({ roleId, setAt, privileges })),
      },
    });
  const change = ({ roleId }: RolePrivileges, privilege: PrivilegeId, isGranted: boolean) =>
    setEdits({ ...edits, [roleId]: [...(edits[roleId] ?? []), { privilege, isGranted }] });
  return (
    <Stack>
      <Text c="dimmed">{t('privileges.help')}</Text>
      {!mayEdit && <Alert>{t('readOnly')}</Alert>}
      {mayEdit && own.map(({ roleId, name }) => <Alert key={roleId}>{t('privileges.own', { name })}</Alert>)}
      <PrivilegeGrid
        stored={matrix.roles}
        roles={roles}
        readOnly={!mayEdit}
        onChange={change}
        onShow={setShown}
      />
      {mayEdit && (
        <SaveGrid
          count={changes.length}
          saveLabel={t('privileges.save')}
          title={t('privileges.saveTitle')}
          differences={<Differences changes={changes} />}
          store={store}
          onClear={() => setEdits({})}
        />
      )}
      {shown && <OpensDialog area={shown} opens={matrix.opens} onClose={() => setShown(null)} />}
    </Stack>
  );
}
