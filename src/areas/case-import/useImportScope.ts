import { useRouteContext } from '../../app-context/routeContext.ts';

/** What answers about imports depend on. */
export function useImportScope(): string {
  const { sponsorKey, language } = useRouteContext();
  return `${sponsorKey}/${language}`;
}
