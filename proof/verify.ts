/** Verifies a pack: is it intact, and does it match the present files? */
import type { Evidence } from './evidence.ts';
import { topHashOf } from './evidence.ts';
import { hashOfChart, hashOfFile } from './hashes.ts';

/** What differs, one line each; empty where nothing does. */
export function differences(root: string, pack: Evidence): string[] {
  const changed = (what: string, then: string | null, now: string | null): string[] => {
    if (then === now) return [];
    if (now === null) return [`${what} is gone`];
    return [`${what} ${then === null ? 'was not there then' : 'has changed'}`];
  };
  return [
    ...(topHashOf(pack) === pack.topHash ? [] : ['the pack itself was changed after it was made']),
    ...Object.entries(pack.files).flatMap(([file, hash]) => changed(file, hash, hashOfFile(root, file))),
    ...Object.entries(pack.machines).flatMap(([name, { chart }]) =>
      changed(`the chart of machine "${name}"`, chart, hashOfChart(name)),
    ),
  ];
}
