/** Failures of a disk, as opposed to those of a single file. */
import { FileStoreUnavailable } from './objectStore.ts';

/** No space or quota left; read-only; failing or vanished disk; no privilege; no file descriptors left. The folder may have been replaced. */
const FAILURES = 'ENOSPC EDQUOT EROFS EIO ESTALE EACCES EPERM EMFILE ENFILE ENOTDIR'.split(' ');

/** The failure of the disk behind an error of a call of the system; null: the error concerns this call alone. */
export function diskFailureOf(error: unknown): FileStoreUnavailable | null {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall && FAILURES.includes(code) ? new FileStoreUnavailable(error, code !== 'ESTALE') : null;
}

/** Why nothing more can be written to the target, where the failure names no path, as that of a full disk; null: another error. */
export function failedWrite(error: unknown, target: string): string | null {
  if (!(error instanceof Error)) return null;
  const { syscall, path, message } = error as NodeJS.ErrnoException;
  return syscall === 'write' && path === undefined ? `${target} cannot be written: ${message}` : null;
}
