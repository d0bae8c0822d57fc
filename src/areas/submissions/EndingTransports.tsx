/** Certificates and secrets of transports that end soon. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionsQuery } from './submissions.queries.ts';
import { useSubmissionScope } from './useSubmissionScope.ts';
import { formatDate } from '../../i18n/formatTime.ts';

const URGENT_DAYS = 7;

export function EndingTransports() {
  const { t } = useTranslation('submissions');
  const options = useQuery(optionsQuery(useSubmissionScope()));
  return options.data?.ends.map(({ receiver, what, day, daysLeft }) => (
    <Alert key={`${receiver} ${what}`} color={daysLeft <= URGENT_DAYS ? 'red' : 'yellow'} mb="sm">
      {t('ends', {
        receiver,
        what: t(`endWhats.${what}`),
        count: daysLeft,
        day: formatDate(day),
      })}
    </Alert>
  ));
}
