/** A case as a report that people read: which one, in which language and form. */
import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { ReportSheets } from '../../../report-view/ReportSheets.tsx';
import { ReportViewBar } from '../../../report-view/ReportViewBar.tsx';
import { screenOptions } from '../../../report-view/screenOptions.ts';
import { useReportLayout } from '../../../report-view/useReportLayout.ts';
import { useSession } from '../../../session/sessionStore.ts';
import classes from './ReportPane.module.css';
import type { ShownCase } from './shownCase.ts';
import { useReportView } from './useReportView.ts';

interface FormPaneProps extends ShownCase {
  /** items that the chosen receiver gets masked */
  masked: ReadonlySet<string>;
}

export function FormPane({ drawn, failed, versionNo, lit, changed, onOpen, masked }: FormPaneProps) {
  const { t } = useTranslation(['report', 'editor']);
  const { language: ownLanguage } = useRouteContext();
  const { unblind } = useSession();
  const [{ reportId, orientation, ...view }, setView] = useReportView();
  const [isUnblinded, setUnblinded] = useState(false);
  const language = view.language ?? ownLanguage;
  const unblinded = unblind && isUnblinded;
  const options = useMemo(
    () => screenOptions({ language, orientation, unblinded, versionNo, masked }),
    [language, orientation, unblinded, versionNo, masked],
  );
  const { laidOut, error } = useReportLayout(reportId, drawn, options);
  const hasFailed = failed || error !== null;
  return (
    <div className={classes.view}>
      <ReportViewBar
        catalogue={drawn?.catalogue ?? null}
        view={{ reportId, language, orientation }}
        onChange={setView}
      >
        {unblind && (
          <Checkbox
            size="xs"
            label={t('editor:report.unblinded')}
            checked={isUnblinded}
            onChange={({ currentTarget: { checked } }) => setUnblinded(checked)}
          />
        )}
      </ReportViewBar>
      {laidOut && <ReportSheets pages={laidOut.pages} {...{ lit, changed, onOpen }} />}
      {!laidOut && hasFailed && <EmptyState title={t('failed')} />}
      {!laidOut && !hasFailed && <LoadingArea />}
    </div>
  );
}
