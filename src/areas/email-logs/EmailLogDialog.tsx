/** One mail about a case: what it carried, and what became of it at each recipient (specification 2 section 2). */
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DataOf, readEmailLog } from '../../../shared/contract/index.ts';
import {
  DataTable,
  Details,
  Dialog,
  LoadingArea,
  StatusBadge,
  Timestamp,
  type Tone,
} from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import classes from './emailLogs.module.css';
import { emailLogQuery } from './emailLogs.queries.ts';

const WIDTH_PX = 860;

type Mail = DataOf<typeof readEmailLog>;
type Result = Mail['recipients'][number]['result'];

const TONES: Record<Result, Tone> = {
  sent: 'info',
  delivered: 'success',
  delayed: 'warning',
  bounced: 'error',
  waiting: 'info',
  failed: 'error',
  notSent: 'warning',
};

export interface EmailLogDialogProps {
  emailKey: number;
  onClose: () => void;
}

export function EmailLogDialog({ emailKey, onClose }: EmailLogDialogProps) {
  const { t } = useTranslation('emailLogs');
  const { sponsorKey, sessionSenderKey } = useRouteContext();
  const mail = useQuery(emailLogQuery(`${sponsorKey}/${sessionSenderKey}`, emailKey));
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={mail.data ? t('detail', mail.data) : t('title')}>
      {mail.data ? (
        <Stack>
          <Facts mail={mail.data} />
          <Title order={3}>{t('recipients')}</Title>
          <Recipients recipients={mail.data.recipients} />
        </Stack>
      ) : mail.error ? (
        <FailedArea kind="panel" error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <LoadingArea />
      )}
    </Dialog>
  );
}

function Facts({ mail }: { mail: Mail }) {
  const { t, i18n } = useTranslation('emailLogs');
  const timeZone = useTimeZone();
  const to = usePathTo();
  const size = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 1,
  }).format(mail.size / 1000);
  const facts = [
    { label: t('sentAt'), value: <Timestamp iso={mail.at} timeZone={timeZone} /> },
    { label: t('sentBy'), value: mail.userName },
    { label: t('report'), value: mail.reportId },
    { label: t('receiver'), value: mail.receiver },
    { label: t('size'), value: size },
    { label: t('password'), value: t(mail.password === 'Y' ? 'yes' : 'no') },
  ];
  return (
    <>
      <Details details={facts.filter(({ value }) => value !== null)} className={classes.facts} />
      <Link to={to(`case/${mail.caseKey}/detail`)} className={classes.link}>
        {t('case')}
      </Link>
    </>
  );
}

function Recipients({ recipients }: Pick<Mail, 'recipients'>) {
  const { t } = useTranslation('emailLogs');
  const timeZone = useTimeZone();
  return (
    <DataTable
      label={t('recipients')}
      rows={recipients}
      rowKey={({ address }) => address}
      columns={[
        { key: 'userName', label: t('columns.name'), render: ({ userName }) => userName },
        { key: 'address', label: t('columns.address'), render: ({ address }) => address },
        {
          key: 'result',
          label: t('columns.result'),
          render: ({ result }) => <StatusBadge tone={TONES[result]}>{t(`results.${result}`)}</StatusBadge>,
        },
        {
          key: 'at',
          label: t('columns.at'),
          render: ({ at }) => at && <Timestamp iso={at} timeZone={timeZone} />,
        },
        { key: 'why', label: t('columns.why'), render: ({ why }) => why },
      ]}
    />
  );
}
