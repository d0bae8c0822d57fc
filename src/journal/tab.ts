/** This tab among those of the browser. A tab holds a lock as long as its document lives, however that ends. */
import { newUuid } from '../browser/newUuid.ts';

const PREFIX = 'casewright.tab.';

/** Another one after each reload: what the document before has left is not this one's. */
export const TAB_ID = newUuid().replaceAll('-', '');

let held: Promise<void> | null = null;

/** From now on other tabs can tell that this one lives. Resolves once they can. */
export function holdTab(): Promise<void> {
  held ??= new Promise((resolve, reject) => {
    const forever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(PREFIX + TAB_ID, forever).catch(reject);
  });
  return held;
}

/** The other tabs that live. */
export async function livingTabs(): Promise<Set<string>> {
  const { held: locks = [] } = await navigator.locks.query();
  const names = locks.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
  return new Set(names.map((name) => name.slice(PREFIX.length)).filter((tab) => tab !== TAB_ID));
}
