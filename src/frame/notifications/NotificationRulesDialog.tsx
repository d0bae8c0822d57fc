/** The user's own rules: what to be notified of, when by mail, and when not. */
import { Button, Checkbox, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DUE_DAYS, saveNotificationRules } from '../../../shared/contract/index.ts';
import {
  MAIL_TIMES,
  NOTIFICATION_KINDS,
  type MailTime,
  type NotificationKind,
  type NotificationRules,
} from '../../../shared/notifications/notifications.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { Dialog, LoadingArea, showSuccess, SubmitForm, WholeNumberField } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { notificationsKey, rulesQuery } from './notifications.queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function NotificationRulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const { sponsorKey } = useRouteContext();
  const read = useQuery(rulesQuery(sponsorKey));
  return (
    <Dialog onClose={onClose} size="lg" title={t('rules.title')}>
      {read.isPending && <LoadingArea />}
      <FailureNotice error={read.error} />
      {read.data && <RulesForm rules={read.data.rules} mailTo={read.data.mailTo} onClose={onClose} />}
    </Dialog>
  );
}

interface RulesFormProps {
  rules: NotificationRules;
  mailTo: string | null;
  onClose: () => void;
}

function RulesForm({ rules: stored, mailTo, onClose }: RulesFormProps) {
  const { t } = useTranslation('notifications');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const [rules, setRules] = useState(stored);
  const save = useMutation({
    mutationFn: () => call(saveNotificationRules, { params: { sponsorKey }, body: rules }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: notificationsKey(sponsorKey) });
      showSuccess(t('rules.saved'));
      onClose();
    },
  });
  const hour = (label: string, value: number, put: (hour: number) => NotificationRules) => (
    <NativeSelect
      label={label}
      value={String(value)}
      data={HOURS}
      onChange={({ currentTarget }) => setRules(put(Number(currentTarget.value)))}
    />
  );
  const { quiet } = rules;
  return (
    <SubmitForm onSubmit={() => save.mutate()}>
      <Stack gap="sm">
        <Text size="sm">{mailTo === null ? t('rules.noMail') : t('rules.mailTo', { mailTo })}</Text>
        <KindTable rules={rules} onChange={setRules} />
        <Group gap="sm" align="flex-end">
          <WholeNumberField
            label={t('rules.dueDays')}
            min={0}
            max={MAX_DUE_DAYS}
            required
            value={rules.dueDays}
            onChange={(days) => setRules({ ...rules, dueDays: days ?? NaN })}
          />
          <Checkbox
            mb={8}
            label={t('rules.dueOfAll')}
            checked={rules.dueOfAll}
            onChange={({ currentTarget }) => setRules({ ...rules, dueOfAll: currentTarget.checked })}
          />
        </Group>
        <Group gap="sm" grow>
          {hour(t('rules.quietFrom'), quiet.from, (from) => ({ ...rules, quiet: { ...quiet, from } }))}
          {hour(t('rules.quietTo'), quiet.to, (to) => ({ ...rules, quiet: { ...quiet, to } }))}
          {hour(t('rules.dailyAt'), rules.dailyAt, (dailyAt) => ({ ...rules, dailyAt }))}
        </Group>
        <Text size="xs" c="dimmed">
          {t('rules.explains')}
        </Text>
        <FailureNotice error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('rules.save')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}

interface KindTableProps {
  rules: NotificationRules;
  onChange: (rules: NotificationRules) => void;
}

/** A row a kind: whether, and when by mail. */
function KindTable({ rules, onChange }: KindTableProps) {
  const { t } = useTranslation('notifications');
  const put = (kind: NotificationKind, change: Partial<NotificationRules['kinds'][NotificationKind]>) =>
    onChange({ ...rules, kinds: { ...rules.kinds, [kind]: { ...rules.kinds[kind], ...change } } });
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('rules.kind')}</Table.Th>
          <Table.Th>{t('rules.mail')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <Table.Tr key={kind}>
            <Table.Td>
              <Checkbox
                label={t(`kinds.${kind}`)}
                checked={rules.kinds[kind].on}
                onChange={({ currentTarget }) => put(kind, { on: currentTarget.checked })}
              />
            </Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={t('rules.mailOf', { kind: t(`kinds.${kind}`) })}
                disabled={!rules.kinds[kind].on}
                value={rules.kinds[kind].mail}
                data={MAIL_TIMES.map((time) => ({ value: time, label: t(`mail.${time}`) }))}
                onChange={({ currentTarget }) => put(kind, { mail: currentTarget.value as MailTime })}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
