/** Which report, and what it is made with: the fields that downloading and mailing have in common. */
import { Checkbox, Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { orientationsOf } from '../../shared/reports/orientations.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { wordsIn } from '../catalogue/words.ts';
import { useSession } from '../session/sessionStore.ts';
import { PDF_OPTIONS, XML, type ReportChoice } from './reportChoice.ts';

interface ChoiceProps {
  choice: ReportChoice;
  onChange: (choice: ReportChoice) => void;
}

interface ReportSelectProps extends ChoiceProps {
  catalogue: Catalogue;
  /** the user has tried to go on */
  isSubmitted: boolean;
}

export function ReportSelect({ choice, onChange, catalogue, isSubmitted }: ReportSelectProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const reports = Object.values(catalogue.reports).map(({ report, label }) => ({
    value: report,
    label: wordsIn(label, language),
  }));
  return (
    <Select
      label={t('report.report')}
      data={[...reports, { value: XML, label: t('report.xml') }]}
      value={choice.reportId}
      onChange={(reportId) => onChange({ ...choice, reportId })}
      error={isSubmitted && choice.reportId === null && t('report.choose')}
      withAsterisk
      data-autofocus
    />
  );
}

/** What a PDF offers besides the notation; blinded values only to users who may unblind. */
export function ReportOptions({ choice, onChange, catalogue }: ChoiceProps & { catalogue: Catalogue }) {
  const { t } = useTranslation('editor');
  const { unblind } = useSession();
  const isPdf = choice.reportId !== XML;
  const report = catalogue.reports[choice.reportId ?? ''];
  const offered = report?.supplements ?? [];
  const isFixed = report !== undefined && orientationsOf(report).length === 1;
  // a form of one orientation has nothing to choose
  const options = PDF_OPTIONS.filter(({ option }) => option !== 'orientation' || !isFixed);
  return (
    <>
      {isPdf && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {options.map(({ option, values }) => (
            <Select
              key={option}
              label={t(`report.${option}`)}
              data={values.map((value) => ({ value, label: t(`report.values.${value}`) }))}
              value={choice[option]}
              onChange={(value) => value && onChange({ ...choice, [option]: value })}
              allowDeselect={false}
            />
          ))}
        </SimpleGrid>
      )}
      <Checkbox
        label={t('exportNotation')}
        checked={choice.notation}
        onChange={({ currentTarget: { checked } }) => onChange({ ...choice, notation: checked })}
      />
      {offered.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`report.${kind}`)}
          checked={choice.supplements.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              ...choice,
              supplements: offered.filter((one) =>
                one === kind ? checked : choice.supplements.includes(one),
              ),
            })
          }
        />
      ))}
      {isPdf && unblind && (
        <Checkbox
          label={t('report.unblinded')}
          checked={choice.unblinded}
          onChange={({ currentTarget: { checked } }) => onChange({ ...choice, unblinded: checked })}
        />
      )}
    </>
  );
}
