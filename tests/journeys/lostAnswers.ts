/** Changes that arrive at the server, and whose answers never arrive at the page. */
import type { Page, Route } from 'playwright';

/** Loses the answers to changes at these addresses until the returned function is called. */
export async function loseAnswers(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const lose = async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  };
  await page.route(addresses, lose);
  return () => page.unroute(addresses, lose);
}
