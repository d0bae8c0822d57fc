/** The navigation that is under way, for what runs outside the pages. */
interface Navigation {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
  subscribe: (onChange: () => void) => () => void;
}
let router: Navigation | null = null;

/** Makes this router the one that is followed. */
export const followNavigation = (next: Navigation): void => {
  router = next;
};

/** The address on its way to be shown, or else the one shown. */
export function wantedAddress(): string {
  const { pathname, search, hash } = router?.state.navigation.location ?? location;
  return pathname + search + hash;
}

/** Whether another page is on its way: the one that is shown will be left. */
export const isNavigating = (): boolean => router?.state.navigation.location !== undefined;

/** Resolves as soon as no page is on its way, and the one that was is drawn. */
export const whenNavigated = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isNavigating()) return resolve();
    const stop = router?.subscribe(() => {
      if (isNavigating()) return;
      stop?.();
      // the page is drawn after all listeners have run
      setTimeout(resolve);
    });
  });
