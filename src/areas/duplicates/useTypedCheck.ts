/** What is typed of a report, looked for among the cases, and made a case or a follow-up of one that was found. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { addCase, compareTyped, createFollowUp, listDuplicates } from '../../../shared/contract/index.ts';
import { attemptKeys, call, isUnanswered } from '../../api/index.ts';
import { NO_SENDER, usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { leaveWithoutAsking } from '../../app-context/unsavedChanges.ts';
import { refusedItemsOf } from '../../catalogue/refusedItems.ts';
import { showSuccess } from '../../components/index.ts';
import type { Finding } from '../../engine/index.ts';
import { readAllAgain } from '../../feedback/readAllAgain.ts';
import { useOfLibrary } from '../../saved-search/useOfLibrary.ts';
import type { Duplicates } from './duplicates.queries.ts';
import type { DuplicateDismissal } from './FoundCases.tsx';
import type { CheckForm } from './useCheckForm.ts';

const NO_FINDINGS: readonly Finding[] = [];
const NONE_DISMISSED: ReadonlyMap<number, DuplicateDismissal> = new Map();

/** What of the content becomes part of a case, as it was when both were compared. */
interface Taking {
  content: CaseContent;
  take: ItemAddress[];
  retrievedAt: string;
}

/**
 * The calls, the cases found and those that are dismissed. `add` and `followUp` end with the case that they made on
 * the screen; `compare` has what the follow-up could take. `refused` are the items that a call has refused.
 */
export function useTypedCheck(form: Pick<CheckForm, 'session' | 'typed'>) {
  const { t } = useTranslation('duplicates');
  const { sessionSenderKey } = useRouteContext();
  const { ofLibrary } = useOfLibrary();
  const toCase = useToCase();
  const [refused, setRefused] = useState(NO_FINDINGS);
  const [found, setFound] = useState<Duplicates | null>(null);
  const [keys] = useState(attemptKeys);
  const { dismissed, ...dismissing } = useDismissed(form);

  const check = useMutation({
    mutationFn: () => call(listDuplicates, { body: { content: form.typed(), ...ofLibrary?.query } }),
    onMutate: () => setRefused(NO_FINDINGS),
    onSuccess: setFound,
    onError: (error) => setRefused(refusedItemsOf(error)),
  });
  const add = useMutation({
    mutationFn: () => {
      const made = {
        ...(sessionSenderKey !== NO_SENDER && { senderKey: Number(sessionSenderKey) }),
        content: form.typed(),
        notDuplicateOf: [...dismissed].map(([caseKey, { reason }]) => ({ caseKey, reason })),
      };
      return call(addCase, { body: { creationKey: keys.keyOf(made), ...made } });
    },
    onSuccess: ({ caseKey, caseNo }) => {
      keys.done();
      showSuccess(t('added', { caseNo }));
      toCase(caseKey);
    },
  });
  const compare = useMutation({
    mutationFn: async (caseKey: number) => {
      const content = form.typed();
      const compared = await call(compareTyped, { params: { caseKey }, body: { content } });
      return { caseKey, content, compared };
    },
    onError: (error) => setRefused(refusedItemsOf(error)),
  });
  const followUp = useMutation({
    mutationFn: ({ caseKey, ...typed }: { caseKey: number } & Taking) => {
      const creationKey = keys.keyOf({ caseKey, ...typed });
      const body = { creationKey, reason: t('followUp.reason'), typed };
      return call(createFollowUp, { params: { caseKey }, body });
    },
    onError: (error) => {
      // what was compared may have become old; without an answer the same is tried again
      if (!isUnanswered(error)) compare.reset();
    },
    onSuccess: ({ caseKey, caseNo, versionNo }) => {
      keys.done();
      showSuccess(t('followUp.done', { caseNo, versionNo }));
      toCase(caseKey);
    },
  });
  return { check, add, compare, followUp, found, hide: () => setFound(null), refused, dismissed, dismissing };
}

/** To a case that was made: nothing of the page is unsaved any more. */
function useToCase(): (caseKey: number) => void {
  const to = usePathTo();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (caseKey) => {
    void readAllAgain(queries);
    leaveWithoutAsking();
    void navigate(to(`case/${caseKey}/detail`));
  };
}

/** The cases that the user says are no duplicates, for the content that was typed then. */
function useDismissed({ session }: Pick<CheckForm, 'session'>) {
  const [dismissed, setDismissed] = useState(NONE_DISMISSED);
  useEffect(() => session.subscribeEdits(() => setDismissed(NONE_DISMISSED)), [session]);
  return {
    dismissed,
    dismiss: (caseKey: number, reason: string) =>
      setDismissed((was) => new Map(was).set(caseKey, { reason })),
    takeBack: (caseKey: number) =>
      setDismissed((was) => new Map([...was].filter(([key]) => key !== caseKey))),
    clear: () => setDismissed(NONE_DISMISSED),
  };
}
