/** Why a notice was not stored, in words. */
import type { TFunction } from 'i18next';
import { CallFailure } from '../../../api/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';

const REASONS = ['empty', 'tooLong', 'forAll', 'dates'] as const;

/** Null: nothing failed. */
export function problemOf(error: Error | null, t: TFunction<'noticeWriting'>): string | null {
  if (error === null) return null;
  const why =
    error instanceof CallFailure ? (error.details as { why?: unknown } | undefined)?.why : undefined;
  const reason = REASONS.find((one) => one === why);
  return reason ? t(`refused.${reason}`) : failureText(error);
}
