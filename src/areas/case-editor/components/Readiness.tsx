/** How ready a case is for the receivers concerned, where someone decides to go on with it. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataOf, readReceivers } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { failureText } from '../../../feedback/showFailure.ts';
import { ReadinessNotice } from '../../../readiness/index.ts';
import { receiversQuery } from '../case.queries.ts';

type Receivers = DataOf<typeof readReceivers>;

/** The receivers of a case with their findings, read again when shown: the case may have been saved since. */
export const useReadiness = (caseKey: number, enabled = true): UseQueryResult<Receivers> =>
  useQuery({ ...receiversQuery(caseKey), refetchOnMount: 'always', enabled });

/** The receivers concerned, with their findings. */
export const concernedIn = ({ listInfo }: Receivers) =>
  listInfo.flatMap(({ receiverName: receiver, errors, warnings, concerned }) =>
    concerned ? [{ receiver, errors, warnings }] : [],
  );

/** Whether the reader can neither review the case nor, where it is asked for, lock it, whatever they enter. */
export const isRefused = (read: Receivers, isLock: boolean): boolean =>
  read.refusal !== null ||
  (read.readiness === 'block' && concernedIn(read).some(({ errors }) => errors > 0)) ||
  (isLock && read.questions.setting === 'block' && read.questions.open > 0);

interface ReadinessProps {
  read: UseQueryResult<Receivers>;
  /** errors are no obstacle, whatever the sponsor's setting is */
  onlyShown?: boolean;
  /** it is to be locked, which open questions can hold up */
  isLock?: boolean;
}

export function Readiness({
  read: { data, isFetching, isError, error },
  onlyShown = false,
  isLock = false,
}: ReadinessProps) {
  const { t } = useTranslation('findings');
  if (isFetching) return <Notice tone="warning">{t('readiness.checking')}</Notice>;
  if (isError) return <Notice tone="warning">{failureText(error)}</Notice>;
  if (!data) return null;
  return (
    <>
      <ReadinessNotice
        readiness={concernedIn(data)}
        isBlocked={!onlyShown && data.readiness === 'block'}
        {...(isLock && {
          questions: { open: data.questions.open, isBlocked: data.questions.setting === 'block' },
        })}
      />
      {!onlyShown && data.refusal && (
        <Notice tone="error" role="alert">
          {data.refusal.errMsg}
        </Notice>
      )}
    </>
  );
}
