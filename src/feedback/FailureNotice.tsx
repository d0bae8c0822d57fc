import { Notice } from './Notice.tsx';
import { failureText } from './showFailure.ts';

/** Shows in place why a call with `ownFailure` in its meta failed. Renders nothing where it did not. */
export function FailureNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="error" role="alert">
      {failureText(error)}
    </Notice>
  );
}
