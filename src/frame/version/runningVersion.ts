/** Which version of the product this page runs: the one the server named when the page began. */
import { setReportedBuild } from '../../api/index.ts';
import { readVersion } from './readVersion.ts';

let running: string | null = null;

/** The version this page runs, given the one that is deployed now: the first one heard of. */
export function runningVersion(deployed: string): string {
  if (running === null) {
    running = deployed;
    setReportedBuild(deployed);
  }
  return running;
}

/** Asks at once, so that a release soon after is noticed. Without an answer the next page change asks. */
export async function noteRunningVersion(): Promise<void> {
  try {
    runningVersion(await readVersion());
  } catch (error) {
    console.warn('the version file could not be read', error);
  }
}
