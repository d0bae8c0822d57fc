/** Downloads a report of the case: which one, in which language and form. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { download } from '../../../api/index.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { Dialog, SubmitForm } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { CaseParties } from './CaseParties.tsx';
import { useNeedsSender } from '../../../reports/MessageParties.tsx';
import {
  downloadOptionsOf,
  firstChoice,
  hasParties,
  XML,
  type ReportChoice,
} from '../../../reports/reportChoice.ts';
import { ReportOptions, ReportSelect } from '../../../reports/ReportOptions.tsx';

export interface ReportDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  onClose: () => void;
}

export function ReportDialog({ caseKey, catalogue, onClose }: ReportDialogProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const { reportOptions } = useSession();
  const [choice, setChoice] = useState(() => firstChoice(language, reportOptions));
  const [isSubmitted, setSubmitted] = useState(false);
  const isXml = choice.reportId === XML;
  const needsSender = useNeedsSender();
  const downloading = useReportDownload(caseKey, onClose);
  const submit = () => {
    setSubmitted(true);
    const { reportId } = choice;
    if (reportId !== null && (!isXml || hasParties(choice, needsSender)))
      downloading.mutate({ ...choice, reportId });
  };
  return (
    <Dialog title={t('report.title')} onClose={onClose} busy={downloading.isPending}>
      <SubmitForm onSubmit={submit}>
        <Stack>
          <ReportSelect {...{ choice, catalogue, isSubmitted }} onChange={setChoice} />
          <CaseParties {...{ caseKey, choice, isSubmitted }} onChange={setChoice} />
          <ReportOptions {...{ choice, catalogue }} onChange={setChoice} />
          {!isXml && (
            <Checkbox
              label={t('report.test')}
              checked={choice.isTest}
              onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, isTest: checked })}
            />
          )}
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

function useReportDownload(caseKey: number, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (chosen: ReportChoice & { reportId: string }) =>
      download(downloadReport, {
        params: { caseKey, reportId: chosen.reportId },
        query: downloadOptionsOf(chosen),
      }),
    meta: { ownFailure: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] });
      onDone();
    },
  });
}
