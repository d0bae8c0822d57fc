/** Failures of a disk, as opposed to those of a single file. */
import { FileStoreUnavailable } from './objectStore.ts';

/** No space or quota left; read-only; failing or vanished disk; no privilege; no file descriptors left. The folder may have been replaced. */
const FAILURES = 'ENOSPC EDQUOT EROFS EIO ESTALE EACCES EPERM EMFILE ENFILE ENOTDIR'.split(' ');

/** The failure of the disk behind an error of a call of the system; null: the error concerns this call alone. */
export function diskFailureOf(error: unknown): FileStoreUnavailable | null {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isOfDisk = syscall !== undefined && (FAILURES.includes(code) || isProtected(code, syscall));
  return isOfDisk ? new FileStoreUnavailable(error, code !== 'ESTALE') : null;
}

/** A folder that is made with those above it has what it is made in: Node answers so on a disk that is read-only. */
const isProtected = (code: string, syscall: string): boolean => code === 'ENOENT' && syscall === 'mkdir';

/** Why nothing more can be written to the target, where the failure names no path, as that of a full disk; null: another error. */
export function failedWrite(error: unknown, target: string): string | null {
  if (!(error instanceof Error)) return null;
  const { syscall, path, message } = error as NodeJS.ErrnoException;
  return syscall === 'write' && path === undefined ? `${target} cannot be written: ${message}` : null;
}
