/** The table of found cases, with the columns of its kind of report. */
import { Anchor, Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DuplicatedCase } from '../../../shared/contract/index.ts';
import { DataTable, StatusBadge, type Column } from '../../components/index.ts';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { BAND_TONES } from './EvidenceDrawer.tsx';
import classes from './duplicates.module.css';

/** A found case is not the same case: why the user says so. */
export interface DuplicateDismissal {
  reason: string;
}

type Act = (row: DuplicatedCase) => void;

/** What can be done with a found case; what is not there the user may not do. */
export interface RowActions {
  onWhy: Act;
  onFollowUp: Act | undefined;
  onDismiss: Act | undefined;
  onTakeBack: Act | undefined;
}

export interface FoundCasesProps {
  rows: readonly DuplicatedCase[];
  trial: boolean;
  dismissed: ReadonlyMap<number, DuplicateDismissal>;
  actions: RowActions;
}

/** Specification 2 section 3. */
const WHO = {
  trial: ['organisation', 'sponsorStudyNumber', 'investigationNumber'],
  other: ['patientName', 'age', 'sex'],
} as const;
const WHAT = ['productName', 'aeTerm', 'aeStartDate'] as const;

export function FoundCases({ rows, trial, dismissed, actions }: FoundCasesProps) {
  const { t } = useTranslation('duplicates');
  const to = usePathTo();
  const timeZone = useTimeZone();
  const { t: tStatus } = useTranslation('status');
  const { onWhy, onFollowUp, onDismiss, onTakeBack } = actions;
  const columns = useMemo((): Column<DuplicatedCase>[] => {
    const plain = (key: (typeof WHO)['trial' | 'other'][number] | (typeof WHAT)[number]) => ({
      key,
      label: t(`columns.${key}`),
      render: (row: DuplicatedCase) => row[key],
    });
    const versionText = (versionNo: number) =>
      tStatus('versions.followUp', { versionNo, followUpNo: versionNo - 1 });
    return [
      {
        key: 'caseNo',
        label: t('columns.caseNo'),
        sticky: true,
        render: ({ caseKey, caseNo, versionNo }) => (
          <Anchor inherit href={to(`case/${caseKey}/detail`)} target="_blank" title={t('openInTab')}>
            {versionNo > 1 ? `${caseNo}, ${versionText(versionNo)}` : caseNo}
          </Anchor>
        ),
      },
      {
        key: 'score',
        label: t('columns.score'),
        render: ({ caseKey, band, score }) => (
          <>
            <StatusBadge tone={dismissed.has(caseKey) ? 'neutral' : BAND_TONES[band]}>
              {t(dismissed.has(caseKey) ? 'toldApart' : `bands.${band}`)}
            </StatusBadge>{' '}
            {score}
          </>
        ),
      },
      // before what may be beyond the edge of a narrow window
      {
        key: 'actions',
        label: t('columns.actions'),
        render: (row) => {
          const button = (name: 'why' | 'followUp' | 'tell' | 'takeBack', act: Act | undefined) =>
            act && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t(`actions.${name}Of`, { caseNo: row.caseNo })}
                onClick={() => act(row)}
              >
                {t(`actions.${name}`)}
              </Button>
            );
          const isDismissed = dismissed.has(row.caseKey);
          return (
            <Group gap={4} wrap="nowrap">
              {button('why', onWhy)}
              {!isDismissed && button('followUp', onFollowUp)}
              {isDismissed ? button('takeBack', onTakeBack) : button('tell', onDismiss)}
            </Group>
          );
        },
      },
      {
        key: 'recentDateTime',
        label: t('columns.recentDateTime'),
        render: ({ recentDateTime }) => formatTime(recentDateTime, timeZone),
      },
      { key: 'reportType', label: t('columns.reportType'), render: ({ reportType }) => reportType },
      ...[...WHO[trial ? 'trial' : 'other'], ...WHAT].map(plain),
    ];
  }, [t, tStatus, to, timeZone, trial, dismissed, onWhy, onFollowUp, onDismiss, onTakeBack]);
  return (
    <div className={classes.found} data-trial={trial || undefined}>
      <DataTable
        label={t('dialog.title')}
        rows={rows}
        rowKey={({ caseKey }) => String(caseKey)}
        columns={columns}
        onOpen={onWhy}
      />
    </div>
  );
}
