/** What the privileges of an area open: pages by the table of routes, calls by the contract. */
import { List, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRIVILEGE_TYPES, privilegeOn, type PrivilegeArea } from '../../../shared/access/privilegeAreas.ts';
import { AREA_NAMES } from '../../../shared/access/privilegeNames.ts';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { ROUTES, shortPath } from '../../../shared/access/routes.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { Dialog, Scroller } from '../../components/index.ts';
import type { PrivilegeMatrix } from './roles.queries.ts';
import classes from './roles.module.css';
import { usePrivilegeName } from '../../session/usePrivilegeName.ts';

const WIDTH_PX = 900;

interface OpensDialogProps {
  area: PrivilegeArea;
  opens: PrivilegeMatrix['opens'];
  onClose: () => void;
}

export function OpensDialog({ area, opens, onClose }: OpensDialogProps) {
  const { t } = useTranslation('roles');
  const { language } = useRouteContext();
  return (
    <Dialog
      onClose={onClose}
      size={WIDTH_PX}
      title={t('opens.title', { area: wordsIn(AREA_NAMES[area], language) })}
    >
      <Stack>
        {PRIVILEGE_TYPES.map((type) => privilegeOn(area, type)).map(
          (one) =>
            one && (
              <Opened
                key={one}
                privilege={one}
                calls={opens.find(({ privId }) => privId === one)?.calls ?? []}
              />
            ),
        )}
      </Stack>
    </Dialog>
  );
}

/** Pages with an address of their own that the privilege opens; each title once. */
const pagesOf = (privilege: PrivilegeId) => {
  const routes = ROUTES.filter((route) => !route.redirectTo && route.privileges.includes(privilege));
  return routes.filter(
    (route, at) =>
      routes.findIndex(({ title, pageId }) => title === route.title && pageId === route.pageId) === at,
  );
};

interface OpenedProps {
  privilege: PrivilegeId;
  calls: PrivilegeMatrix['opens'][number]['calls'];
}

function Opened({ privilege, calls }: OpenedProps) {
  const { t } = useTranslation(['roles', 'pages']);
  const nameOf = usePrivilegeName();
  const pages = pagesOf(privilege);
  return (
    <section aria-label={nameOf(privilege)}>
      <Title order={3}>
        {nameOf(privilege)} <code className={classes.code}>{privilege}</code>
      </Title>
      <Text fw={600} mt="xs">
        {t('opens.pages', { count: pages.length })}
      </Text>
      <List size="sm">
        {pages.map((route) => (
          <List.Item key={route.name}>
            {t(`pages:titles.${route.title}`)} <code className={classes.code}>{shortPath(route)}</code>
          </List.Item>
        ))}
      </List>
      <Text fw={600} mt="xs">
        {t('opens.calls', { count: calls.length })}
      </Text>
      <Scroller className={classes.scroll} aria-label={t('opens.calls', { count: calls.length })}>
        <Table aria-label={t('opens.calls', { count: calls.length })}>
          <Table.Tbody>
            {calls.map(({ method, path, summary }) => (
              <Table.Tr key={`${method} ${path}`}>
                <Table.Td>
                  <code className={classes.code}>
                    {method} {path}
                  </code>
                </Table.Td>
                <Table.Td lang="en">{summary}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
    </section>
  );
}
