/** The upgrades of dictionaries of the sponsor; administrators begin one here. */
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { beginUpgrade, type DataOf, type listUpgrades } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { usePathTo, useTimeZone } from '../../../app-context/routeContext.ts';
import {
  DataTable,
  Dialog,
  GuardedButton,
  LoadingArea,
  PageHeader,
  SubmitForm,
  Timestamp,
} from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { useMay } from '../../../session/sessionStore.ts';
import classes from '../coding.module.css';
import { UpgradeStateBadge } from './UpgradeSummary.tsx';
import { upgradesQuery, useUpgradeCommand, useUpgradeScope } from './upgrades.queries.ts';

type Listed = DataOf<typeof listUpgrades>;

export function UpgradesPage() {
  const { t } = useTranslation(['upgrades', 'pages']);
  const upgrades = useQuery(upgradesQuery(useUpgradeScope()));
  const mayBegin = useMay('EDIT.ADMIN');
  const [isBeginning, setBeginning] = useState(false);
  const to = usePathTo();
  const timeZone = useTimeZone();
  const { data } = upgrades;
  // a version that is in use can be changed for another one
  const choices = (data?.dictionaries ?? []).filter(
    ({ inUse, versions }) => inUse !== null && versions.length > 1,
  );
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('pages:titles.codingUpgrades')}
        actions={
          <GuardedButton
            why={!mayBegin ? t('administrators') : data && choices.length === 0 ? t('oneVersion') : null}
            onClick={() => setBeginning(true)}
          >
            {t('begin')}…
          </GuardedButton>
        }
      />
      <p className={classes.hint}>{t('about')}</p>
      {upgrades.isPending && <LoadingArea />}
      {upgrades.isError && (
        <FailedArea kind="panel" error={upgrades.error} onRetry={() => void upgrades.refetch()} />
      )}
      {data && (
        <DataTable
          label={t('pages:titles.codingUpgrades')}
          rows={data.upgrades}
          rowKey={({ upgradeKey }) => String(upgradeKey)}
          empty={t('none')}
          columns={[
            {
              key: 'versions',
              label: t('upgrade'),
              render: (one) => (
                <Link to={to(`coding/upgrade/${one.upgradeKey}/detail`)}>{t('title', one)}</Link>
              ),
            },
            { key: 'state', label: t('state'), render: ({ state }) => <UpgradeStateBadge state={state} /> },
            { key: 'reason', label: t('reason'), render: ({ reason }) => reason },
            { key: 'by', label: t('begunBy'), render: ({ begunName }) => begunName },
            {
              key: 'at',
              label: t('begunAt'),
              render: ({ begunAt }) => <Timestamp iso={begunAt} timeZone={timeZone} />,
            },
          ]}
        />
      )}
      {isBeginning && <BeginDialog dictionaries={choices} onClose={() => setBeginning(false)} />}
    </div>
  );
}

interface BeginDialogProps {
  dictionaries: Listed['dictionaries'];
  onClose: () => void;
}

function BeginDialog({ dictionaries, onClose }: BeginDialogProps) {
  const { t } = useTranslation(['upgrades', 'common']);
  const navigate = useNavigate();
  const path = usePathTo();
  const [chosen, setChosen] = useState<{ dictionary?: string; to?: string }>({});
  const [reason, setReason] = useState('');
  const dictionary = dictionaries.find((one) => one.dictionary === chosen.dictionary) ?? dictionaries[0];
  const others = (dictionary?.versions ?? []).filter((version) => version !== dictionary?.inUse);
  const to = chosen.to ?? others[0] ?? '';
  const begin = useUpgradeCommand(
    () => call(beginUpgrade, { body: { dictionary: dictionary?.dictionary ?? '', to, reason } }),
    {
      ownFailure: true,
      onSuccess: ({ upgradeKey }) => navigate(path(`coding/upgrade/${upgradeKey}/detail`)),
    },
  );
  return (
    <Dialog title={t('begin')} onClose={onClose} busy={begin.isPending}>
      <SubmitForm onSubmit={() => reason.trim() !== '' && begin.mutate(undefined)}>
        <Stack gap="sm">
          <NativeSelect
            label={t('dictionary')}
            value={dictionary?.dictionary ?? ''}
            data={dictionaries.map((one) => ({ value: one.dictionary, label: one.label }))}
            onChange={({ currentTarget }) => setChosen({ dictionary: currentTarget.value })}
            data-autofocus
          />
          <NativeSelect
            label={t('to', { from: dictionary?.inUse ?? '' })}
            value={to}
            data={others}
            onChange={({ currentTarget }) => setChosen({ ...chosen, to: currentTarget.value })}
          />
          <Textarea
            label={t('reason')}
            description={t('reasonHint')}
            required
            value={reason}
            maxLength={2000}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <FailureNotice error={begin.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={begin.isPending}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={begin.isPending}>
              {t('begin')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
