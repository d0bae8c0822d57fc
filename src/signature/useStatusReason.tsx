/** What a change of status is asked for, of one case or of many: a reason of its list, and a signature where it is due. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { needsSignature, type StatusId } from '../../machines/case-status/caseStatus.machine.ts';
import { STATUS_REASONS } from '../../machines/case-status/reasons.ts';
import type { ReasonOption } from '../components/index.ts';
import { reasonList, useReasons } from '../session/ownReasons.ts';
import { USUAL_MEANING } from './meanings.ts';
import { SignatureFields } from './SignatureFields.tsx';
import { useSignature, type SignatureBeingGiven } from './useSignature.ts';

interface StatusReason {
  /** for the form of the reason */
  form: {
    options: readonly ReasonOption[];
    preset?: null;
    confirmLabel: string;
    isReady: () => boolean;
  };
  /** null: it is not signed */
  fields: ReactNode;
  /** as it is sent with the reason: nothing where it is not signed */
  signed: { signature?: SignatureBeingGiven['given'] };
  signature: Pick<SignatureBeingGiven, 'clear' | 'focus'>;
}

/** @param hasErrors null: not known yet */
export function useStatusReason(
  statusId: StatusId,
  next: 'Y' | 'N',
  hasErrors: boolean | null = false,
): StatusReason {
  const { t } = useTranslation('status');
  const options = useReasons(
    reasonList(statusId, next),
    STATUS_REASONS[`${statusId}.${next}`].map((value) => ({ value, label: t(`reasons.${value}`) })),
  );
  const signatureNeeded = needsSignature(statusId, next);
  const signature = useSignature(USUAL_MEANING[statusId]);
  return {
    form: {
      options,
      ...(isMeant(statusId, next, hasErrors) && { preset: null }),
      confirmLabel: t(signatureNeeded ? 'signature.sign' : `to.${statusId}.${next}`),
      isReady: () => !signatureNeeded || signature.isGiven(),
    },
    fields: signatureNeeded ? <SignatureFields {...signature.fields} /> : null,
    signed: signatureNeeded ? { signature: signature.given } : {},
    signature,
  };
}

/**
 * Whether the user has to choose a reason: why a case is deleted is not guessed, and the first reason of a lock says that
 * the case is ready, which with errors has to be meant.
 */
function isMeant(statusId: StatusId, next: 'Y' | 'N', hasErrors: boolean | null): boolean {
  if (next === 'N') return false;
  return statusId === 'DELETE' || (statusId === 'LOCK' && hasErrors !== false);
}
