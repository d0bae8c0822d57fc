/** What the question answers: its sentence, how many cases, what it cannot see, and the first rows. */
import { Progress, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePathTo } from '../../app-context/routeContext.ts';
import { DataTable } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { previewQuery, type Preview, type PreviewView } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';
import type { Question } from './useQuestion.ts';
import classes from './data.module.css';

/** a question is settled when typing stops */
const WAIT_MS = 400;

export function PreviewSection({ question: { query, faults } }: { question: Question }) {
  const { t } = useTranslation('data');
  const [view, setView] = useState<PreviewView>('case');
  const [settled] = useDebouncedValue(query, WAIT_MS);
  const isComplete = faults.size === 0 && query.condition.conditions.length > 0;
  const preview = useQuery({
    ...previewQuery(useDataScope(), settled, view),
    enabled: isComplete && settled === query,
  });
  return (
    <section className={classes.section} aria-label={t('preview.title')}>
      <div className={classes.head}>
        <h2>{t('preview.title')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('preview.view')}
          data={(['case', 'ae'] as const).map((value) => ({ value, label: t(`preview.views.${value}`) }))}
          value={view}
          onChange={(value) => setView(value === 'ae' ? 'ae' : 'case')}
        />
      </div>
      {!isComplete && (
        <p className={classes.note} role="status">
          {t(query.condition.conditions.length === 0 ? 'why.noCondition' : 'why.faults')}
        </p>
      )}
      {isComplete && <FailureNotice error={preview.error} />}
      {isComplete && preview.data && !preview.error && (
        <Answer preview={preview.data} isOld={preview.isFetching} />
      )}
    </section>
  );
}

function Answer({ preview, isOld }: { preview: Preview; isOld: boolean }) {
  const { t } = useTranslation('data');
  const to = usePathTo();
  const navigate = useNavigate();
  const { count, looked, below, sentence, warnings, columns, rows } = preview;
  const isCounting = below !== null;
  return (
    <>
      <p className={classes.sentence}>{t('preview.sentence', { sentence })}</p>
      <p className={classes.count} role="status" aria-busy={isOld || isCounting}>
        {isCounting ? t('preview.counting', { count, looked }) : t('preview.count', { count })}
      </p>
      {isCounting && <Progress value={looked} size="sm" aria-label={t('preview.progress')} />}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {t(`warnings.${warning}`)}
        </Notice>
      ))}
      <DataTable
        label={t('preview.rows')}
        rows={rows}
        rowKey={({ rowKey }) => rowKey}
        columns={columns.map(({ itemId, label }, index) => ({
          key: itemId,
          label,
          render: ({ cells }: Preview['rows'][number]) => cells[index] ?? '',
        }))}
        busy={isOld && !isCounting}
        onOpen={({ caseKey }) => void navigate(to(`case/${caseKey}/detail`))}
      />
      {count > 0 && <p className={classes.note}>{t('preview.first', { count: rows.length })}</p>}
    </>
  );
}
