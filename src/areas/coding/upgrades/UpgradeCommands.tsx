/** What administrators do with an upgrade: set the day of the switch, take it back, find the changes again, give up. */
import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelUpgrade,
  postponeUpgrade,
  refreshUpgrade,
  scheduleUpgrade,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { ConfirmDialog, DayField, Dialog, GuardedButton, SubmitForm } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { useMay } from '../../../session/sessionStore.ts';
import { useUpgradeCommand, type Upgrade } from './upgrades.queries.ts';

type Open = 'schedule' | 'cancel';

export function UpgradeCommands({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation(['upgrades', 'common']);
  const mayEdit = useMay('EDIT.ADMIN');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const params = { upgradeKey: upgrade.upgradeKey };
  const refresh = useUpgradeCommand(() => call(refreshUpgrade, { params }));
  const postpone = useUpgradeCommand(() => call(postponeUpgrade, { params }));
  const cancel = useUpgradeCommand(() => call(cancelUpgrade, { params }), { onSuccess: close });
  const takes = (event: string) => upgrade.takes.includes(event);
  const why = mayEdit ? null : t('administrators');
  return (
    <Group gap={6}>
      {takes('upgrade.refreshed') && (
        <GuardedButton
          variant="default"
          why={why}
          hint={t('refreshHint')}
          onClick={() => refresh.mutate(undefined)}
        >
          {t('refresh')}
        </GuardedButton>
      )}
      {takes('upgrade.cancelled') && (
        <GuardedButton variant="default" why={why} onClick={() => setOpen('cancel')}>
          {t('cancel')}…
        </GuardedButton>
      )}
      {takes('upgrade.postponed') && (
        <GuardedButton variant="default" why={why} onClick={() => postpone.mutate(undefined)}>
          {t('postpone')}
        </GuardedButton>
      )}
      {takes('upgrade.scheduled') && (
        <GuardedButton why={why} onClick={() => setOpen('schedule')}>
          {t('schedule')}…
        </GuardedButton>
      )}
      {open === 'schedule' && <ScheduleDialog upgrade={upgrade} onClose={close} />}
      <ConfirmDialog
        opened={open === 'cancel'}
        title={t('cancel')}
        message={t('cancelAsk')}
        confirmLabel={t('cancel')}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={() => cancel.mutate(undefined)}
        onCancel={close}
      />
    </Group>
  );
}

function ScheduleDialog({ upgrade, onClose }: { upgrade: Upgrade; onClose: () => void }) {
  const { t } = useTranslation(['upgrades', 'common']);
  const [when, setWhen] = useState<'now' | 'day'>('day');
  const [day, setDay] = useState('');
  const [versionAll, setVersionAll] = useState(true);
  const { open, recode } = upgrade.decided;
  const schedule = useUpgradeCommand(
    () =>
      call(scheduleUpgrade, {
        params: { upgradeKey: upgrade.upgradeKey },
        body: { day: when === 'now' ? null : day, versionAll },
      }),
    { ownFailure: true, onSuccess: onClose },
  );
  const isReady = when === 'now' || day !== '';
  return (
    <Dialog title={t('schedule')} onClose={onClose} busy={schedule.isPending}>
      <SubmitForm onSubmit={() => isReady && schedule.mutate(undefined)}>
        <Stack gap="sm">
          {open + recode > 0 && <Text>{t('undecided', { count: open + recode })}</Text>}
          <Radio.Group
            label={t('when')}
            value={when}
            onChange={(value) => setWhen(value === 'now' ? 'now' : 'day')}
          >
            <Radio value="day" label={t('onDay')} mt={4} data-autofocus />
            <Radio value="now" label={t('atOnce')} mt={4} />
          </Radio.Group>
          {when === 'day' && <DayField label={t('switchDay')} value={day} required onChange={setDay} />}
          <Checkbox
            label={t('versionAll', { version: upgrade.to })}
            description={t('versionAllHint')}
            checked={versionAll}
            onChange={({ currentTarget }) => setVersionAll(currentTarget.checked)}
          />
          <FailureNotice error={schedule.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={schedule.isPending}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={schedule.isPending} disabled={!isReady}>
              {t('schedule')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
