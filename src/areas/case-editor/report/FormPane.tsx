/** A case as a report that people read: which one, in which language and form. */
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAt } from '../../../../shared/dates/zonedDay.ts';
import type { ReportOptions } from '../../../../shared/reports/report.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { userNow } from '../../../clock/index.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { ReportSheets } from '../../../report-view/ReportSheets.tsx';
import { useReportLayout } from '../../../report-view/useReportLayout.ts';
import { useSession } from '../../../session/sessionStore.ts';
import classes from './ReportPane.module.css';
import type { ShownCase } from './shownCase.ts';
import { useReportView } from './useReportView.ts';

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const ORIENTATIONS = ['portrait', 'landscape'] as const;
const NO_ITEMS: ReadonlySet<string> = new Set();

export function FormPane({ drawn, failed, versionNo, lit, changed, onOpen }: ShownCase) {
  const { t } = useTranslation(['report', 'editor']);
  const { language: ownLanguage } = useRouteContext();
  const { unblind } = useSession();
  const [{ reportId, orientation, ...view }, setView] = useReportView();
  const [isUnblinded, setUnblinded] = useState(false);
  const language = view.language ?? ownLanguage;
  const unblinded = unblind && isUnblinded;
  const options = useMemo(
    () => optionsOf({ language, orientation, unblinded, versionNo }),
    [language, orientation, unblinded, versionNo],
  );
  const { laidOut, error } = useReportLayout(reportId, drawn, options);
  const hasFailed = failed || error !== null;
  return (
    <div className={classes.view}>
      <Group gap="xs" align="end">
        <NativeSelect
          size="xs"
          label={t('editor:report.report')}
          data={Object.values(drawn?.catalogue.reports ?? {}).map(({ report, label }) => ({
            value: report,
            label: wordsIn(label, ownLanguage),
          }))}
          value={reportId}
          onChange={({ currentTarget: { value } }) => setView({ reportId: value })}
        />
        <NativeSelect
          size="xs"
          label={t('editor:report.language')}
          data={LANGUAGES.map((value) => ({ value, label: t(`editor:report.values.${value}`) }))}
          value={language}
          onChange={({ currentTarget: { value } }) =>
            setView({ language: LANGUAGES.find((one) => one === value) ?? null })
          }
        />
        <NativeSelect
          size="xs"
          label={t('editor:report.orientation')}
          data={ORIENTATIONS.map((value) => ({ value, label: t(`editor:report.values.${value}`) }))}
          value={orientation}
          onChange={({ currentTarget: { value } }) =>
            setView({ orientation: value === 'landscape' ? value : 'portrait' })
          }
        />
        {unblind && (
          <Checkbox
            size="xs"
            label={t('editor:report.unblinded')}
            checked={isUnblinded}
            onChange={({ currentTarget: { checked } }) => setUnblinded(checked)}
          />
        )}
      </Group>
      {laidOut && <ReportSheets pages={laidOut.pages} {...{ lit, changed, onOpen }} />}
      {!laidOut && hasFailed && <EmptyState title={t('failed')} />}
      {!laidOut && !hasFailed && <LoadingArea />}
    </div>
  );
}

/** As the downloaded report has them, for the day of the user. */
function optionsOf({
  versionNo,
  ...chosen
}: Pick<ReportOptions, 'language' | 'orientation' | 'unblinded'> & { versionNo: number }): ReportOptions {
  const { at, timeZone } = userNow();
  return {
    ...chosen,
    ordering: 'primary',
    notation: false,
    masked: NO_ITEMS,
    reportDate: dayAt(at.getTime(), timeZone),
    followUpNumber: versionNo > 1 ? versionNo - 1 : null,
    changedAt: null,
  };
}
