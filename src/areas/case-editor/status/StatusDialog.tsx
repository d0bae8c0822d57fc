/** Why the status of a case is changed, signed where it has to be. It stays open until the server agrees. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  flagOf,
  needsSignature,
  type StatusId,
} from '../../../../machines/case-status/caseStatus.machine.ts';
import { setCaseStatus, type DataOf, type readReceivers } from '../../../../shared/contract/index.ts';
import { call, isUnanswered } from '../../../api/index.ts';
import { ReasonDialog, showSuccess } from '../../../components/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { isStoredAlready } from '../../../page-editor/save/staleItems.ts';
import { useOverride } from '../../../readiness/index.ts';
import { useStatusReason } from '../../../signature/index.ts';
import { distributionQuery, pagesQuery, type CasePages } from '../case.queries.ts';
import { concernedIn, isRefused, Readiness, useReadiness } from '../components/Readiness.tsx';
import { refreshCase } from './versions.queries.ts';

export interface StatusDialogProps {
  pages: CasePages;
  statusId: StatusId;
  next: 'Y' | 'N';
  onClose: () => void;
}

export function StatusDialog({ pages, statusId, next, onClose }: StatusDialogProps) {
  const { t } = useTranslation('status');
  const { caseKey, status } = pages;
  const queries = useQueryClient();
  const distribution = useQuery({
    ...distributionQuery(caseKey),
    enabled: statusId === 'DELETE' && next === 'Y',
  });
  const goesOn = needsSignature(statusId, next);
  const readiness = useReadiness(caseKey, goesOn);
  const hasErrors = readiness.data ? concernedIn(readiness.data).some(({ errors }) => errors > 0) : null;
  const { form, fields, signed, signature } = useStatusReason(statusId, next, hasErrors);
  const override = useOverride(goesOn && needsOverride(readiness.data, statusId));
  const end = () => {
    showSuccess(t(`done.${statusId}.${next}`));
    onClose();
  };
  const change = useMutation({
    mutationFn: (reason: string) =>
      call(setCaseStatus, {
        params: { caseKey },
        body: {
          statusId,
          status: next,
          reason,
          retrievedAt: status.retrievedAt,
          ...override.given,
          ...signed,
        },
      }),
    meta: { ownFailure: true },
    onSuccess: async () => {
      end();
      await refreshCase(queries, caseKey);
    },
    onError: async (error) => {
      signature.clear();
      signature.focus();
      // another user may have been faster: the page behind the dialog has to be current
      await refreshCase(queries, caseKey);
      const now = queries.getQueryData(pagesQuery(caseKey).queryKey)?.status[flagOf(statusId)];
      // it was done by this attempt, or one before it, whose answer was lost
      if ((isUnanswered(error) || isStoredAlready(error)) && now === (next === 'Y')) end();
    },
  });
  return (
    <ReasonDialog
      {...form}
      {...attemptProps(change, onClose)}
      elsewhere={override.given.overrideReason}
      isReady={() => override.isReady() && form.isReady()}
      isRefused={goesOn && readiness.data !== undefined && isRefused(readiness.data, statusId === 'LOCK')}
      title={t(`to.${statusId}.${next}`)}
      note={
        distribution.data && distribution.data.listInfo.length > 0 ? (
          <Notice tone="warning">{t('deleteDistributed')}</Notice>
        ) : goesOn ? (
          <Readiness read={readiness} isLock={statusId === 'LOCK'} />
        ) : undefined
      }
    >
      {fields}
      {override.field}
    </ReasonDialog>
  );
}

function needsOverride(read: DataOf<typeof readReceivers> | undefined, statusId: StatusId): boolean {
  if (!read) return false;
  const { readiness, questions } = read;
  return (
    (readiness === 'override' && concernedIn(read).some(({ errors }) => errors > 0)) ||
    (statusId === 'LOCK' && questions.setting === 'override' && questions.open > 0)
  );
}
