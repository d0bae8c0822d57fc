/** What a save will change: role by role, with how many users it touches. */
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RoleChange } from './privilegeEdits.ts';
import { usePrivilegeName } from '../../session/usePrivilegeName.ts';

export function Differences({ changes }: { changes: readonly RoleChange[] }) {
  const { t } = useTranslation('roles');
  const nameOf = usePrivilegeName();
  return (
    <Stack gap="xs">
      {changes.map(({ role: { roleId, name, users }, granted, withdrawn }) => (
        <div key={roleId}>
          <Text fw={600}>{t('privileges.touches', { name, count: users })}</Text>
          <List size="sm">
            {granted.map((one) => (
              <List.Item key={one}>{t('privileges.granted', { privilege: nameOf(one) })}</List.Item>
            ))}
            {withdrawn.map((one) => (
              <List.Item key={one}>{t('privileges.withdrawn', { privilege: nameOf(one) })}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  );
}
