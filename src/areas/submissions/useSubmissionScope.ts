/** What answers about submissions depend on beside the batch. */
import { useRouteContext } from '../../app-context/routeContext.ts';

export function useSubmissionScope(): string {
  const { sponsorKey, sessionSenderKey, language } = useRouteContext();
  return `${sponsorKey}/${sessionSenderKey}/${language}`;
}
