/** Receiver and sender of a message about one case: the receivers that the case can be given to. */
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { MessageParties, type MessagePartiesProps } from '../../../reports/MessageParties.tsx';
import { caseReceiversQuery } from '../receivers/receivers.queries.ts';

export function CaseParties({
  caseKey,
  ...props
}: Omit<MessagePartiesProps, 'receivers'> & { caseKey: number }) {
  const { appendix } = useRouteContext();
  const { data } = useQuery(caseReceiversQuery(caseKey, appendix));
  const receivers = (data?.listInfo ?? []).map(({ receiver: name, language }) => ({ name, language }));
  return <MessageParties {...props} receivers={receivers} />;
}
