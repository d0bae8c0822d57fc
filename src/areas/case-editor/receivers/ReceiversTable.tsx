/** Receivers of a case with the rules that propose them, due dates and states; some are chosen, and saved with a reason. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport, saveCaseReceivers } from '../../../../shared/contract/index.ts';
import { call, download } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, ReasonDialog, showSuccess, StatusBadge, type Tone } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { formatDate } from '../../../i18n/formatTime.ts';
import type { CaseReceiver, CaseReceivers } from './receivers.queries.ts';
import { ReceiverWhy } from './ReceiverWhy.tsx';

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

interface ReceiversTableProps {
  caseKey: number;
  catalogue: Catalogue;
  rows: readonly ReceiverRow[];
  receivers: Pick<CaseReceivers, 'formats' | 'retrievedAt' | 'editable'>;
  /** shows the findings of a region */
  onOpen: (region: string) => void;
}

export function ReceiversTable({ caseKey, catalogue, rows, receivers, onOpen }: ReceiversTableProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const { formats, editable } = receivers;
  const [why, setWhy] = useState<CaseReceiver | null>(null);
  const choice = useChoice(caseKey, rows, receivers.retrievedAt);
  return (
    <>
      <DataTable
        label={t('receivers.title')}
        rows={rows}
        rowKey={({ receiver }) => receiver}
        nameOf={({ receiver }) => receiver}
        onOpen={({ region }) => onOpen(region)}
        {...(editable && { selected: choice.selected, onSelect: choice.select })}
        fullText
        columns={[
          { key: 'name', label: t('receivers.name'), render: ({ receiver }) => receiver },
          { key: 'type', label: t('receivers.type'), render: ({ type }) => t(`receivers.types.${type}`) },
          { key: 'region', label: t('receivers.region'), render: ({ region }) => region },
          {
            key: 'state',
            label: t('receivers.state'),
            render: ({ state }) => (
              <StatusBadge tone={TONES[state]}>{t(`receivers.states.${state}`)}</StatusBadge>
            ),
          },
          {
            key: 'reasons',
            label: t('receivers.proposed'),
            render: (row) =>
              row.reasons.length > 0 && (
                <Group gap="xs" wrap="nowrap">
                  <span>{row.reasons.map(({ label }) => wordsIn(label, language)).join('; ')}</span>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={(event) => {
                      event.stopPropagation();
                      setWhy(row);
                    }}
                  >
                    {t('explain:why')}
                  </Button>
                </Group>
              ),
          },
          {
            key: 'due',
            label: t('receivers.due'),
            render: ({ due, daysLeft }) =>
              due !== null && daysLeft !== null
                ? t(daysLeft < 0 ? 'receivers.late' : 'receivers.daysLeft', {
                    day: formatDate(due),
                    count: Math.abs(daysLeft),
                  })
                : '',
          },
          {
            key: 'format',
            label: t('receivers.format'),
            render: (row) =>
              editable ? (
                <NativeSelect
                  size="xs"
                  aria-label={t('receivers.formatOf', { receiver: row.receiver })}
                  data={formats}
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
            render: ({ warnings }) => (
              <StatusBadge tone={warnings ? 'warning' : 'neutral'}>{warnings}</StatusBadge>
            ),
          },
          {
            key: 'download',
            label: t('receivers.give'),
            render: ({ receiver, state }) =>
              (state === 'chosen' || state === 'sent') && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('receivers.downloadFor', { receiver })}
                  onClick={(event) => {
                    event.stopPropagation();
                    choice.give(receiver);
                  }}
                >
                  {t('receivers.download')}
                </Button>
              ),
          },
        ]}
      />
      {editable && (
        <Group justify="flex-end" mt="sm">
          <Button onClick={choice.ask} disabled={!choice.isChanged}>
            {t('receivers.save')}
          </Button>
        </Group>
      )}
      <ReasonDialog {...choice.dialog} title={t('receivers.reason')} />
      {why && <ReceiverWhy receiver={why} catalogue={catalogue} onClose={() => setWhy(null)} />}
    </>
  );
}

/** What is chosen on the screen; begins with what is stored, or with what is proposed where nothing is chosen yet. */
function useChoice(caseKey: number, rows: readonly ReceiverRow[], retrievedAt: string) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string> | null>(null);
  const [formats, setFormats] = useState<Readonly<Record<string, string>>>({});
  const [isAsking, setAsking] = useState(false);
  const stored = useMemo(() => new Set(rows.flatMap((row) => (row.chosen ? row.receiver : []))), [rows]);
  const proposed = useMemo(
    () => new Set(rows.flatMap((row) => (row.reasons.length > 0 ? row.receiver : []))),
    [rows],
  );
  const current = selected ?? (stored.size > 0 ? stored : proposed);
  const formatOf = ({ receiver, format }: CaseReceiver) => formats[receiver] ?? format;
  const chosen = rows.filter(({ receiver }) => current.has(receiver));
  const refresh = () => queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) });
  const save = useMutation({
    mutationFn: (reason: string) => {
      const receivers = chosen.map((row) => ({ receiver: row.receiver, format: formatOf(row) }));
      return call(saveCaseReceivers, { params: { caseKey }, body: { reason, retrievedAt, receivers } });
    },
    meta: { ownFailure: true },
    onSuccess: async () => {
      setAsking(false);
      select(null);
      setFormats({});
      showSuccess(t('receivers.saved'));
      await refresh();
    },
  });
  const give = useMutation({
    mutationFn: (receiver: string) =>
      download(downloadReport, { params: { caseKey, reportId: 'XML' }, query: { notation: 'N', receiver } }),
    onSuccess: refresh,
  });
  return {
    selected: current,
    select,
    formatOf,
    setFormat: ({ receiver }: CaseReceiver, format: string) =>
      setFormats((before) => ({ ...before, [receiver]: format })),
    isChanged:
      current.size !== stored.size || chosen.some((row) => !row.chosen || formatOf(row) !== row.format),
    ask: () => {
      save.reset();
      setAsking(true);
    },
    give: (receiver: string) => give.mutate(receiver),
    dialog: {
      opened: isAsking,
      problem: save.isError ? failureText(save.error) : null,
      pending: save.isPending,
      onConfirm: (reason: string) => save.mutate(reason),
      onCancel: () => setAsking(false),
    },
  };
}
