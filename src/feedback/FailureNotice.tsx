import { Notice } from './Notice.tsx';
import { failureText } from './showFailure.ts';

/** Says on the spot why a call failed, where its meta says `ownFailure`. Draws nothing where it did not. */
export function FailureNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="error" role="alert">
      {failureText(error)}
    </Notice>
  );
}
