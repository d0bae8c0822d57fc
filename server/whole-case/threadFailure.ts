/** Failures on their way from a worker thread: a copied error is no longer of its class and has only its message. */
import { StepLimitExceeded } from '../../shared/expressions/steps.ts';
import { diskFailureOf } from '../files/diskFailure.ts';
import { FileStoreUnavailable } from '../files/objectStore.ts';
import { Problem } from '../problems.ts';
import { CommitOutcomeUnknown, DatabaseUnavailable } from '../storage/databaseFailures.ts';

export type ThreadFailure =
  | ({ kind: 'problem' } & Pick<Problem, 'errCode' | 'values' | 'details' | 'status'>)
  | { kind: 'steps'; owner: string }
  | {
      kind: 'unavailable' | 'outcomeUnknown' | 'noFiles';
      message: string;
      code: string | undefined;
      isRefusal: boolean;
    }
  | { kind: 'error'; name: string; message: string; stack: string | undefined; code: string | undefined };

/** The failure as data. */
export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof Problem) {
    const { errCode, values, details, status } = error;
    return { kind: 'problem', errCode, values, details, status };
  }
  if (error instanceof StepLimitExceeded) return { kind: 'steps', owner: error.owner };
  if (error instanceof DatabaseUnavailable) {
    const kind = error instanceof CommitOutcomeUnknown ? 'outcomeUnknown' : 'unavailable';
    return { kind, message: error.message, code: codeOf(error.cause), isRefusal: error.isRefusal };
  }
  const noFiles = error instanceof FileStoreUnavailable ? error : diskFailureOf(error);
  if (noFiles) {
    const { message, cause, isRefusal } = noFiles;
    return { kind: 'noFiles', message, code: codeOf(cause), isRefusal };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'error', name, message, stack, code: codeOf(error) };
}

/** The error again, in its class. */
export function errorOf(failure: ThreadFailure): Error {
  switch (failure.kind) {
    case 'problem':
      return new Problem(failure.errCode, failure);
    case 'steps':
      return new StepLimitExceeded(failure.owner);
    case 'unavailable':
      return new DatabaseUnavailable(causeOf(failure), failure.isRefusal);
    case 'outcomeUnknown':
      return new CommitOutcomeUnknown(causeOf(failure), failure.isRefusal);
    case 'noFiles':
      return new FileStoreUnavailable(causeOf(failure), failure.isRefusal);
    case 'error':
      return Object.assign(causeOf(failure), { name: failure.name, stack: failure.stack });
  }
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;

const causeOf = ({ message, code }: { message: string; code: string | undefined }): Error =>
  Object.assign(new Error(message), code !== undefined && { code });
