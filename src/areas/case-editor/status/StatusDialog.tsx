/** Why the status of a case is changed, signed where it has to be. It stays open until the server agrees. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsSignature, type StatusId } from '../../../../machines/case-status/caseStatus.machine.ts';
import { STATUS_REASONS } from '../../../../machines/case-status/reasons.ts';
import { setCaseStatus } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { ReasonDialog, showSuccess } from '../../../components/index.ts';
import { Notice } from '../../../frame/Notice.tsx';
import { failureText } from '../../../frame/showFailure.ts';
import { SignatureFields, USUAL_MEANING } from '../../../signature/index.ts';
import { distributionQuery, type CasePages } from '../case.queries.ts';
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
  const signs = needsSignature(statusId, next);
  const [meaning, setMeaning] = useState(USUAL_MEANING[statusId]);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const distribution = useQuery({
    ...distributionQuery(caseKey),
    enabled: statusId === 'DELETE' && next === 'Y',
  });
  const change = useMutation({
    mutationFn: (reason: string) =>
      call(setCaseStatus, {
        params: { caseKey },
        body: {
          ...{ statusId, status: next, reason, retrievedAt: status.retrievedAt },
          ...(signs && { signature: { meaning, password } }),
        },
      }),
    meta: { ownFailure: true },
    onSuccess: async () => {
      showSuccess(t(`done.${statusId}.${next}`));
      onClose();
      await refreshCase(queries, caseKey);
    },
    onError: async () => {
      setPassword('');
      passwordInput.current?.focus();
      // somebody else may have been faster: what is shown behind the dialog has to be true
      await refreshCase(queries, caseKey);
    },
  });
  const isReady = () => {
    const ready = !signs || password !== '';
    setMissing(!ready);
    if (!ready) passwordInput.current?.focus();
    return ready;
  };
  return (
    <ReasonDialog
      opened
      title={t(`to.${statusId}.${next}`)}
      options={STATUS_REASONS[`${statusId}.${next}`].map((value) => ({
        value,
        label: t(`reasons.${value}`),
      }))}
      note={
        distribution.data && distribution.data.listInfo.length > 0 ? (
          <Notice tone="warning">{t('deleteDistributed')}</Notice>
        ) : undefined
      }
      confirmLabel={signs ? t('signature.sign') : t(`to.${statusId}.${next}`)}
      problem={change.isError ? failureText(change.error) : null}
      pending={change.isPending}
      isReady={isReady}
      onConfirm={(reason) => change.mutate(reason)}
      onCancel={onClose}
    >
      {signs && (
        <SignatureFields
          meaning={meaning}
          password={password}
          missing={missing && password === ''}
          passwordRef={passwordInput}
          onMeaning={setMeaning}
          onPassword={setPassword}
        />
      )}
    </ReasonDialog>
  );
}
