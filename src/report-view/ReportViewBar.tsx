/** Which report is drawn on the screen, in which language and orientation. */
import { Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { orientationsOf } from '../../shared/reports/orientations.ts';
import type { ReportOptions } from '../../shared/reports/report.types.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { wordsIn } from '../catalogue/words.ts';

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;

export interface DrawnReport extends Pick<ReportOptions, 'language' | 'orientation'> {
  reportId: string;
}

export interface ReportViewBarProps {
  /** null: not read yet */
  catalogue: Pick<Catalogue, 'reports'> | null;
  view: DrawnReport;
  onChange: (change: Partial<DrawnReport>) => void;
  /** what else can be chosen */
  children?: ReactNode;
}

export function ReportViewBar({ catalogue, view, onChange, children }: ReportViewBarProps) {
  const { t } = useTranslation('editor');
  const { language: ownLanguage } = useRouteContext();
  const report = catalogue?.reports[view.reportId];
  // a form of one orientation has nothing to choose
  const orientations = report ? orientationsOf(report) : [];
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        size="xs"
        label={t('report.report')}
        data={Object.values(catalogue?.reports ?? {}).map(({ report, label }) => ({
          value: report,
          label: wordsIn(label, ownLanguage),
        }))}
        value={view.reportId}
        onChange={({ currentTarget: { value } }) => onChange({ reportId: value })}
      />
      <NativeSelect
        size="xs"
        label={t('report.language')}
        data={LANGUAGES.map((value) => ({ value, label: t(`report.values.${value}`) }))}
        value={view.language}
        onChange={({ currentTarget: { value } }) => {
          const language = LANGUAGES.find((one) => one === value);
          if (language) onChange({ language });
        }}
      />
      {orientations.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('report.orientation')}
          data={orientations.map((value) => ({ value, label: t(`report.values.${value}`) }))}
          value={view.orientation}
          onChange={({ currentTarget: { value } }) =>
            onChange({ orientation: value === 'landscape' ? value : 'portrait' })
          }
        />
      )}
      {children}
    </Group>
  );
}
