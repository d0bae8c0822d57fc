/** What the steps of a backup and of a restore share. */
import type { Config } from '../config.ts';
import type { ObjectStore } from '../files/objectStore.ts';

const REPORT_MS = 5000;

export interface BackupTools {
  /** one line for the operator */
  report: (line: string) => void;
  signal: AbortSignal;
}

export interface BackupWork extends BackupTools {
  config: Config;
  /** of the backup */
  folder: string;
}

export interface RestoreWork extends BackupWork {
  /** the file storage that the settings name */
  objects: ObjectStore;
}

/** Passes an amount on at most every few seconds. */
export function everySomeSeconds(report: (amount: number) => void): (amount: number) => void {
  let last = performance.now();
  return (amount) => {
    if (performance.now() - last < REPORT_MS) return;
    last = performance.now();
    report(amount);
  };
}
