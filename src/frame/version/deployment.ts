/** Decides what to do about the version that is deployed. Pure but for the memory of the tab. */

const RELOADED_KEY = 'casewright.reloadedFor';
const LATER_KEY = 'casewright.laterFor';
/**
 * Behind one balancer two versions may answer in turn while a release goes on. For each of them the tab reloads once
 * within this time, so it cannot go in circles.
 */
export const RELOAD_ONCE_WITHIN_MS = 10 * 60_000;

/** `ask`: there are unsaved edits, which a reload must not take by surprise. */
type Verdict = 'stay' | 'reload' | 'ask';

interface Seen {
  /** the version this page runs */
  running: string;
  /** the one that is deployed now */
  deployed: string;
  dirty: boolean;
}

const reloads = (): Record<string, number> =>
  JSON.parse(sessionStorage.getItem(RELOADED_KEY) ?? '{}') as Record<string, number>;

/** Whether to reload for what is deployed. The same version is asked about once, and reloaded for once in a while. */
export function verdictOn({ running, deployed, dirty }: Seen, now = Date.now()): Verdict {
  if (running === deployed) return 'stay';
  if (now - (reloads()[deployed] ?? -Infinity) < RELOAD_ONCE_WITHIN_MS) return 'stay';
  if (!dirty) return 'reload';
  return sessionStorage.getItem(LATER_KEY) === deployed ? 'stay' : 'ask';
}

/** The page is about to be reloaded for this version. */
export const rememberReload = (deployed: string, now = Date.now()): void =>
  sessionStorage.setItem(RELOADED_KEY, JSON.stringify({ ...reloads(), [deployed]: now }));

/** The user does not want to be asked about this version again. */
export const rememberLater = (deployed: string): void => sessionStorage.setItem(LATER_KEY, deployed);
