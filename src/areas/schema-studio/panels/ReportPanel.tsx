/** A report of the edited texts, of a case: what an analyst changes is drawn at once. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import { addressAt, addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { ReportSheets } from '../../../report-view/ReportSheets.tsx';
import { ReportViewBar, type DrawnReport } from '../../../report-view/ReportViewBar.tsx';
import { screenOptions } from '../../../report-view/screenOptions.ts';
import { useReportLayout } from '../../../report-view/useReportLayout.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import type { Preview } from '../preview/usePreview.ts';
import { caseContentQuery } from '../studio.queries.ts';
import { PreviewCase } from './PreviewCase.tsx';
import styles from './panels.module.css';

export interface ReportPanelProps {
  preview: Preview;
  compiled: Compiled;
  /** the report of the open file; null: it is none */
  edited: string | null;
  /** the item at the cursor, whose places are lit */
  itemId: string | null;
  /** leads to the definition of an item */
  onItem: (itemId: string) => void;
}

const EMPTY_CASE: CaseContent = { values: [], rows: [] };

export function ReportPanel({ preview, compiled, edited, itemId, onItem }: ReportPanelProps) {
  const { t } = useTranslation('studio');
  const { caseKey, language } = preview.context;
  const [choice, setChoice] = useState<Omit<DrawnReport, 'language'>>({
    reportId: Object.keys(compiled.catalogue.reports)[0] ?? '',
    orientation: 'portrait',
  });
  const reportId = edited ?? choice.reportId;
  const { orientation } = choice;
  const stored = useQuery({ ...caseContentQuery(caseKey ?? 0), enabled: caseKey !== null });
  const content = caseKey === null ? EMPTY_CASE : stored.data;
  const drawn = useMemo(
    () => (content ? { catalogue: compiled.catalogue, codeLists: compiled.codeLists, content } : null),
    [compiled, content],
  );
  const options = useMemo(
    () => screenOptions({ language, orientation, unblinded: false, versionNo: 1 }),
    [language, orientation],
  );
  const { laidOut, error } = useReportLayout(reportId, drawn, options);
  const isUnknown = compiled.catalogue.reports[reportId] === undefined;
  return (
    <>
      <div className={styles.bar}>
        <ReportViewBar
          catalogue={compiled.catalogue}
          view={{ reportId, language, orientation }}
          onChange={({ language: next, ...change }) => {
            setChoice({ ...choice, ...change });
            if (next) preview.show({ language: next });
          }}
        >
          <PreviewCase preview={preview} />
        </ReportViewBar>
      </div>
      <div className={styles.report}>
        {laidOut && (
          <ReportSheets
            pages={laidOut.pages}
            lit={itemId === null ? null : litKey(content ?? EMPTY_CASE, itemId)}
            onOpen={(address) => onItem(address.itemId)}
          />
        )}
        {!laidOut && isUnknown && <EmptyState title={t('report.unknown', { report: reportId })} />}
        {!laidOut && !isUnknown && (error || stored.isError) && <EmptyState title={t('report.failed')} />}
        {!laidOut && !isUnknown && !error && !stored.isError && <LoadingArea />}
      </div>
    </>
  );
}

/** The first value of the item in the case, else its place in a case without rows. */
function litKey({ values }: { values: readonly ItemAddress[] }, itemId: string): string {
  return addressKey(values.find((value) => value.itemId === itemId) ?? addressAt(itemId, []));
}
