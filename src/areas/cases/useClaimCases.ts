/** Assigns cases to the user, one after the other; one that is refused does not hold up the others. */
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { claimCase, readWorkflow } from '../../../shared/contract/index.ts';
import { call, CallFailure } from '../../api/index.ts';
import { showError, showSuccess } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';

interface ListedCase {
  caseKey: number;
  name: string;
}

/** `onDone`: after the last case, whatever became of them. */
export function useClaimCases(onDone: () => unknown) {
  const { t } = useTranslation('cases');
  return useMutation({
    mutationFn: async (cases: readonly ListedCase[]) => {
      const refused: string[] = [];
      for (const { caseKey, name } of cases)
        try {
          const { retrievedAt } = await call(readWorkflow, { params: { caseKey } });
          await call(claimCase, { params: { caseKey }, body: { retrievedAt } });
        } catch (error) {
          if (!(error instanceof CallFailure)) throw error;
          refused.push(t('actions.notClaimed', { caseNo: name, why: failureText(error) }));
        }
      return { claimed: cases.length - refused.length, refused };
    },
    onSuccess: ({ claimed, refused }) => {
      if (claimed > 0) showSuccess(t('actions.claimed', { count: claimed }));
      for (const why of refused) showError(why);
    },
    onSettled: onDone,
  });
}
