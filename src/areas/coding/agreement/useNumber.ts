import { useRouteContext } from '../../../app-context/routeContext.ts';

/** Writes numbers with a fixed number of digits, as the user's language does. */
export function useNumber() {
  const { language } = useRouteContext();
  return (value: number, digits: number): string =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
}
