import { spawnSync } from 'node:child_process';

/** Copies into a directory that exists. The account of the database remains the owner of its files. */
export function copyDirectory(from: string, to: string): void {
  // with the dot: the content of the directory, not the directory itself
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a data directory could not be copied: ${stderr}`);
}
