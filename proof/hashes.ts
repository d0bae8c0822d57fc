/** Fingerprints of what an evidence pack speaks of. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINES } from '../machines/index.ts';
import { chartOf } from '../machines/testing/chart.ts';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The hash of a file below the root; null where it is gone. */
export const hashOfFile = (root: string, file: string): string | null => {
  const path = join(root, file);
  return existsSync(path) ? sha256(readFileSync(path)) : null;
};

/** The hash of a machine's chart: states, events, guards, actions, targets; null where there is no such machine. */
export const hashOfChart = (name: string): string | null => {
  const machine = MACHINES[name];
  return machine ? sha256(JSON.stringify(chartOf(machine))) : null;
};

/** The files of a module, which is a file or a folder; tests are left out. Sorted. */
export function filesOf(root: string, module: string): string[] {
  const path = join(root, module);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [module];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
