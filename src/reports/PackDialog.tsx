/** One report of each of several cases, in a ZIP that the server makes. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PACKED_CASES } from '../../shared/contract/index.ts';
import { useSession } from '../session/sessionStore.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import { catalogueQuery } from '../catalogue/catalogue.queries.ts';
import { Dialog, LoadingArea, showSuccess, SubmitForm } from '../components/index.ts';
import { FailedArea } from '../feedback/FailedArea.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { ExportProgress, useListExport } from '../lists/index.ts';
import { MessageParties, useNeedsSender } from './MessageParties.tsx';
import { reportReceiversQuery } from './parties.queries.ts';
import { downloadOptionsOf, firstChoice, hasParties, XML } from './reportChoice.ts';
import { ReportOptions, ReportSelect } from './ReportOptions.tsx';

/** menu id of the list of cases */
const CASE_LIST = 'MU-CS';

export interface PackDialogProps {
  /** these, or those of the list with this query */
  cases: { caseKeys: number[] } | { query: Readonly<Record<string, string | number | undefined>> };
  count: number;
  onClose: () => void;
}

export function PackDialog(props: PackDialogProps) {
  const { t } = useTranslation('reports');
  const { appendix } = useRouteContext();
  const catalogue = useQuery({ ...catalogueQuery(appendix), meta: { ofCatalogue: true, ownFailure: true } });
  return (
    <Dialog title={t('pack.title', { count: props.count })} onClose={props.onClose}>
      {catalogue.data ? (
        <PackForm {...props} catalogue={catalogue.data} />
      ) : catalogue.isLoadingError ? (
        <FailedArea kind="panel" error={catalogue.error} onRetry={() => void catalogue.refetch()} />
      ) : (
        <LoadingArea />
      )}
    </Dialog>
  );
}

type PackFormProps = PackDialogProps & Pick<Parameters<typeof ReportSelect>[0], 'catalogue'>;

function PackForm({ cases, count, catalogue, onClose }: PackFormProps) {
  const { t } = useTranslation(['reports', 'editor', 'components', 'lists']);
  const { language, sponsorKey } = useRouteContext();
  const { reportOptions } = useSession();
  const [choice, setChoice] = useState(() => firstChoice(language, reportOptions));
  const [isSubmitted, setSubmitted] = useState(false);
  const receivers = useQuery(reportReceiversQuery(String(sponsorKey)));
  const needsSender = useNeedsSender();
  const [refused, setRefused] = useState(0);
  const file = useListExport(CASE_LIST, (name, without) => {
    showSuccess(t('lists:exporting.done', { name }));
    setRefused(without);
    if (without === 0) onClose();
  });
  const { reportId } = choice;
  const isXml = reportId === XML;
  const isTooLarge = count > MAX_PACKED_CASES;
  const submit = () => {
    setSubmitted(true);
    if (reportId === null || isTooLarge || (isXml && !hasParties(choice, needsSender))) return;
    const { caseKeys, query = {} } = { caseKeys: undefined, query: undefined, ...cases };
    const reports = { reportId, ...downloadOptionsOf(choice), ...(caseKeys && { caseKeys }) };
    setRefused(0);
    file.start({ query, reports });
  };
  return (
    <SubmitForm onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('pack.text')}</Text>
        <ReportSelect {...{ choice, catalogue, isSubmitted }} onChange={setChoice} />
        <MessageParties
          {...{ choice, isSubmitted }}
          receivers={(receivers.data?.receiverList ?? []).map(({ receiverName: name, language: own }) => ({
            name,
            language: own,
          }))}
          onChange={setChoice}
        />
        <ReportOptions {...{ choice, catalogue }} onChange={setChoice} />
        {!isXml && (
          <Checkbox
            label={t('editor:report.test')}
            checked={choice.isTest}
            onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, isTest: checked })}
          />
        )}
        {isTooLarge && (
          <Text role="alert" c="red" size="sm">
            {t('pack.tooMany', { count: MAX_PACKED_CASES })}
          </Text>
        )}
        {refused > 0 && <Notice tone="warning">{t('pack.refused', { count: refused })}</Notice>}
        <ExportProgress file={file} expected={count} />
        <Group justify="flex-end">
          <Button variant="default" onClick={file.running ? file.cancel : onClose}>
            {t(file.running ? 'lists:exporting.cancel' : 'components:cancel')}
          </Button>
          <Button type="submit" loading={file.running} disabled={isTooLarge}>
            {t('pack.start')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
