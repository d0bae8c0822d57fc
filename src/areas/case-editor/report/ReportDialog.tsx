/** Downloads a report of the case: which one, in which language and form. */
import { Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { download } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog, SubmitForm } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { useSession } from '../../../session/sessionStore.ts';

export interface ReportDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  onClose: () => void;
}

/** The report that is a message, not a PDF. */
const XML = 'XML';
/** What a PDF can be chosen in, with the values of each. */
const PDF_OPTIONS = [
  { option: 'language', values: ['en', 'ko', 'ja', 'zh'] },
  { option: 'orientation', values: ['portrait', 'landscape'] },
  { option: 'ordering', values: ['primary', 'latest', 'basic'] },
] as const;

type PdfOptions = {
  [Described in (typeof PDF_OPTIONS)[number] as Described['option']]: Described['values'][number];
};

interface Choice extends PdfOptions {
  reportId: string | null;
  notation: boolean;
  unblinded: boolean;
}

export function ReportDialog({ caseKey, catalogue, onClose }: ReportDialogProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const [choice, setChoice] = useState<Choice>({
    reportId: null,
    language,
    orientation: 'portrait',
    ordering: 'primary',
    notation: false,
    unblinded: false,
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const downloading = useReportDownload(caseKey, onClose);
  const submit = () => {
    setSubmitted(true);
    if (choice.reportId !== null) downloading.mutate({ ...choice, reportId: choice.reportId });
  };
  const reports = Object.values(catalogue.reports).map(({ report, label }) => ({
    value: report,
    label: wordsIn(label, language),
  }));
  return (
    <Dialog title={t('report.title')} onClose={onClose} busy={downloading.isPending}>
      <SubmitForm onSubmit={submit}>
        <Stack>
          <Select
            label={t('report.report')}
            data={[...reports, { value: XML, label: t('report.xml') }]}
            value={choice.reportId}
            onChange={(reportId) => setChoice({ ...choice, reportId })}
            error={isSubmitted && choice.reportId === null && t('report.choose')}
            withAsterisk
            data-autofocus
          />
          <ReportOptions choice={choice} onChange={setChoice} />
          <FailureNotice error={downloading.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('components:cancel')}
            </Button>
            <Button type="submit" loading={downloading.isPending}>
              {t('report.download')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}

interface ReportOptionsProps {
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** What a PDF offers besides the notation; blinded values only to users who may unblind. */
function ReportOptions({ choice, onChange }: ReportOptionsProps) {
  const { t } = useTranslation('editor');
  const { unblind } = useSession();
  const isPdf = choice.reportId !== XML;
  return (
    <>
      {isPdf &&
        PDF_OPTIONS.map(({ option, values }) => (
          <Select
            key={option}
            label={t(`report.${option}`)}
            data={values.map((value) => ({ value, label: t(`report.values.${value}`) }))}
            value={choice[option]}
            onChange={(value) => value && onChange({ ...choice, [option]: value })}
            allowDeselect={false}
          />
        ))}
      <Checkbox
        label={t('exportNotation')}
        checked={choice.notation}
        onChange={({ currentTarget: { checked } }) => onChange({ ...choice, notation: checked })}
      />
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

function useReportDownload(caseKey: number, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reportId, ...chosen }: Choice & { reportId: string }) =>
      download(downloadReport, {
        params: { caseKey, reportId },
        query: {
          notation: chosen.notation ? 'Y' : 'N',
          ...(reportId !== XML && {
            language: chosen.language,
            ciomsOrientation: chosen.orientation,
            ciomsDataOrdering: chosen.ordering,
            unblindedValueApplicable: chosen.unblinded ? 'Y' : 'N',
          }),
        },
      }),
    meta: { ownFailure: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] });
      onDone();
    },
  });
}
