/** A tab with one page under measurement, and the processor time its main thread spends in script. */
import type { Browser, Page } from 'playwright';
import type {} from './benchPage.ts';

export interface Tab {
  page: Page;
  /** Milliseconds of script of what is done; other processes and waiting do not count. */
  scriptOf(work: () => Promise<unknown>): Promise<number>;
  /** Draws `size` and resolves to the milliseconds until painted. */
  open(size: number): Promise<number>;
  close(): Promise<void>;
}

/** A context of its own, so that every tab has its own process. */
export async function newTab(browser: Browser, url: string): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);

  const scriptTime = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ScriptDuration');
    if (!found) throw new Error('this browser does not tell its ScriptDuration');
    return found.value * 1000;
  };
  return {
    page,
    async scriptOf(work) {
      const before = await scriptTime();
      await work();
      return (await scriptTime()) - before;
    },
    open: (size) => page.evaluate((given) => window.bench.open(given), size),
    close: () => context.close(),
  };
}
