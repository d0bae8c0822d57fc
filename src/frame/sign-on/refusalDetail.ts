/** What the refusal of a sign-in says beside its words. */
import { CallFailure } from '../../api/index.ts';

/** A text of the details of a refusal; null for any other failure. */
export function refusalDetail(error: unknown, errCode: string, name: string): string | null {
  if (!(error instanceof CallFailure) || error.errCode !== errCode) return null;
  const found = (error.details as Record<string, unknown> | null)?.[name];
  return typeof found === 'string' ? found : null;
}
