import { useRouteContext } from '../../app-context/routeContext.ts';

/** What answers of the data area depend on. */
export function useDataScope(): string {
  const { sponsorKey, sessionSenderKey, language, appendix } = useRouteContext();
  return `${sponsorKey}/${sessionSenderKey}/${language}/${appendix}`;
}
