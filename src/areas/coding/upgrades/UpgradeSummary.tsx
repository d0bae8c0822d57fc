/** How far an upgrade is, and what it changes. */
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UpgradeState } from '../../../../shared/contract/index.ts';
import { displayDate } from '../../../../shared/dates/partialDate.ts';
import { DataTable, Details, StatusBadge, type Tone } from '../../../components/index.ts';
import classes from '../coding.module.css';
import { BUSY, type Upgrade } from './upgrades.queries.ts';

const TONES: Record<UpgradeState, Tone> = {
  preparing: 'info',
  open: 'warning',
  scheduled: 'info',
  switching: 'info',
  switched: 'success',
  cancelled: 'neutral',
};

export function UpgradeStateBadge({ state }: { state: UpgradeState }) {
  const { t } = useTranslation('upgrades');
  return <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>;
}

export function UpgradeSummary({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation('upgrades');
  const { decided, texts, cases, closedCases, error, mentions, result, switchDay } = upgrade;
  const changed = decided.open + decided.stay + decided.recode + decided.approved;
  return (
    <Stack gap="sm" mb="md">
      {BUSY.includes(upgrade.state) && <Working upgrade={upgrade} />}
      {error !== null && (
        <Alert color="red" title={t('failed')}>
          {error}
        </Alert>
      )}
      <Details
        details={[
          {
            label: t('changed'),
            value: texts === null ? null : t('changedOf', { count: changed, texts }),
          },
          { label: t('decisions.open'), value: decided.open },
          { label: t('decisions.recode'), value: decided.recode },
          { label: t('decisions.approved'), value: decided.approved },
          { label: t('decisions.stay'), value: decided.stay },
          { label: t('cases'), value: t('casesOf', { count: cases, closed: closedCases }) },
          { label: t('switchDay'), value: switchDay === null ? null : displayDate(switchDay) },
          ...(result ? [{ label: t('result'), value: t('resultOf', { ...result }) }] : []),
        ]}
      />
      {mentions.length > 0 && <Mentions mentions={mentions} />}
    </Stack>
  );
}

function Working({ upgrade: { state, progress } }: { upgrade: Upgrade }) {
  const { t } = useTranslation('upgrades');
  const { done = 0, total = 0 } = progress ?? {};
  return (
    <div role="status">
      <Text size="sm">
        {t(state === 'switching' ? 'working.switching' : 'working.preparing', { done, total })}
      </Text>
      <Progress
        value={total === 0 ? 0 : Math.round((100 * done) / total)}
        animated
        aria-label={t('progress')}
      />
    </div>
  );
}

/** Codes that change outside of cases: each of these places is to be looked at by hand. */
function Mentions({ mentions }: Pick<Upgrade, 'mentions'>) {
  const { t } = useTranslation('upgrades');
  return (
    <details>
      <summary>{t('mentions.title', { count: mentions.length })}</summary>
      <p className={classes.hint}>{t('mentions.hint')}</p>
      <DataTable
        label={t('mentions.label')}
        rows={mentions}
        rowKey={({ kind, name, codes }) => `${kind}|${name}|${codes.join()}`}
        columns={[
          { key: 'kind', label: t('mentions.where'), render: ({ kind }) => t(`mentions.kinds.${kind}`) },
          { key: 'name', label: t('mentions.name'), render: ({ name }) => name },
          { key: 'codes', label: t('mentions.codes'), render: ({ codes }) => codes.join(', ') },
        ]}
      />
    </details>
  );
}
