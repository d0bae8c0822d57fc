/** Why an action on the case is not possible, and who can change that. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { whyNot, type CaseStatusEvent } from '../../../../machines/case-status/caseStatus.machine.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { headerQuery, type CasePages } from '../case.queries.ts';
import { whoCan } from './whoCan.ts';

/** Answers the reason in words; null: the action is possible. With several events one of them is enough. */
export function useWhyNot({
  caseKey,
  status,
}: CasePages): (...events: CaseStatusEvent['type'][]) => string | null {
  const { t } = useTranslation('status');
  const mayEdit = useMay('EDIT.CASE');
  const { data: header } = useQuery(headerQuery(caseKey));
  const who = header ? whoCan(t, header) : null;
  return (...events) => {
    const [first, ...others] = events.map((event) => whyNot(status, mayEdit, event));
    if (!first || others.includes(null)) return null;
    return [t(`whyNot.${first}`), who].filter(Boolean).join(' ');
  };
}
