import { Notice } from './Notice.tsx';
import { failureReference, failureText } from './showFailure.ts';

/** Shows in place why a call with `ownFailure` in its meta failed. Renders nothing where it did not. */
export function FailureNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const reference = failureReference(error);
  return (
    <Notice tone="error" role="alert">
      {failureText(error)}
      {reference && <small>{reference}</small>}
    </Notice>
  );
}
