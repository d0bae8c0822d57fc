/** The columns of the receivers of a case: what a receiver is, why and when it gets the case, and what can be done. */
import { Button, Group, NativeSelect } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { StatusBadge, type Column, type Tone } from '../../../components/index.ts';
import { formatDate } from '../../../i18n/formatTime.ts';
import type { CaseReceiver } from './receivers.queries.ts';
import type { ReceiverChoice } from './useReceiverChoice.ts';

const TONES: Readonly<Record<CaseReceiver['state'], Tone>> = {
  sent: 'success',
  chosen: 'info',
  proposed: 'warning',
  none: 'neutral',
};

/** A receiver with the findings of its rules. */
export interface ReceiverRow extends CaseReceiver {
  errors: number;
  warnings: number;
}

interface ReceiverColumnsProps {
  choice: Pick<ReceiverChoice, 'formatOf' | 'setFormat' | 'give'>;
  /** to choose from; null: the format cannot be changed */
  formats: readonly string[] | null;
  onWhy: (receiver: CaseReceiver) => void;
}

export function useReceiverColumns(props: ReceiverColumnsProps): Column<ReceiverRow>[] {
  return [...useIdentityColumns(), ...useDueColumns(props.onWhy), ...useDeliveryColumns(props)];
}

function useIdentityColumns(): Column<ReceiverRow>[] {
  const { t } = useTranslation('editor');
  return [
    { key: 'name', label: t('receivers.name'), render: ({ receiver }) => receiver },
    { key: 'type', label: t('receivers.type'), render: ({ type }) => t(`receivers.types.${type}`) },
    { key: 'region', label: t('receivers.region'), render: ({ region }) => region },
    {
      key: 'state',
      label: t('receivers.state'),
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`receivers.states.${state}`)}</StatusBadge>,
    },
  ];
}

function useDueColumns(onWhy: ReceiverColumnsProps['onWhy']): Column<ReceiverRow>[] {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  return [
    {
      key: 'reasons',
      label: t('receivers.proposed'),
      render: (row) =>
        row.reasons.length > 0 && (
          <Group gap="xs" wrap="nowrap">
            <span>{row.reasons.map(({ label }) => wordsIn(label, language)).join('; ')}</span>
            <Button size="compact-xs" variant="subtle" flex="none" onClick={withoutRow(() => onWhy(row))}>
              {t('explain:why')}
            </Button>
          </Group>
        ),
    },
    {
      key: 'due',
      label: t('receivers.due'),
      render: ({ due, met, daysLeft }) =>
        due !== null && daysLeft !== null
          ? t(dueText(met, daysLeft), {
              day: formatDate(due),
              sent: met === null ? '' : formatDate(met),
              count: Math.abs(daysLeft),
            })
          : '',
    },
  ];
}

function dueText(met: string | null, daysLeft: number) {
  if (met === null) return daysLeft < 0 ? 'receivers.late' : 'receivers.daysLeft';
  return daysLeft < 0 ? 'receivers.sentLate' : 'receivers.sentInTime';
}

function useDeliveryColumns({ choice, formats }: ReceiverColumnsProps): Column<ReceiverRow>[] {
  const { t } = useTranslation('editor');
  return [
    {
      key: 'format',
      label: t('receivers.format'),
      render: (row) =>
        formats ? (
          <NativeSelect
            size="xs"
            aria-label={t('receivers.formatOf', { receiver: row.receiver })}
            data={[...formats]}
            value={choice.formatOf(row)}
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => choice.setFormat(row, event.currentTarget.value)}
          />
        ) : (
          row.format
        ),
    },
    {
      key: 'errors',
      label: t('findings.errors'),
      render: ({ errors }) => <StatusBadge tone={errors ? 'error' : 'success'}>{errors}</StatusBadge>,
    },
    {
      key: 'warnings',
      label: t('findings.warnings'),
      render: ({ warnings }) => <StatusBadge tone={warnings ? 'warning' : 'neutral'}>{warnings}</StatusBadge>,
    },
    {
      key: 'download',
      label: t('receivers.give'),
      render: (row) =>
        (row.state === 'chosen' || row.state === 'sent') && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('receivers.downloadFor', { receiver: row.receiver })}
            onClick={withoutRow(() => choice.give(row))}
          >
            {t('receivers.download')}
          </Button>
        ),
    },
  ];
}

/** A click on a button of a row does not open the row. */
const withoutRow = (act: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  act();
};
