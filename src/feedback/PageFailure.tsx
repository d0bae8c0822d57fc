/** In place of a page whose own data could not be read. Nothing where there are none of its key: the page is being left. */
import { FailedArea } from './FailedArea.tsx';
import { leavesPage } from './refusedPage.ts';

/** `error`: of a query that is `ofPage`. */
export const PageFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  leavesPage(error) ? null : <FailedArea kind="page" error={error} onRetry={onRetry} />;
