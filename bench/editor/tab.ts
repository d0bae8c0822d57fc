/** A tab with one page under measurement, and the processor time its main thread spends. */
import type { Browser, CDPSession, Page } from 'playwright';
import type {} from './benchPage.ts';

/** Milliseconds: of script alone, and of the main thread with style, layout and paint. */
export interface Cost {
  script: number;
  thread: number;
}

export interface Tab {
  page: Page;
  /** What is done costs the main thread; other processes and waiting do not count. */
  costOf(work: () => Promise<unknown>): Promise<Cost>;
  /** Makes the content and resolves to the number of its values. */
  prepare(rows: number): Promise<number>;
  /** Draws it and resolves to the milliseconds until painted. */
  open(): Promise<number>;
  /** Megabytes of script objects that are still held. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

/** What is done costs the main thread of a page so much; to be called before the page is loaded. */
export async function costMeter(devTools: CDPSession): Promise<Tab['costOf']> {
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<Cost> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const ofName = (metric: string): number => {
      const found = metrics.find(({ name }) => name === metric);
      if (!found) throw new Error(`this browser does not report ${metric}`);
      return found.value * 1000;
    };
    return { script: ofName('ScriptDuration'), thread: ofName('TaskDuration') };
  };
  return async (work) => {
    const before = await spent();
    await work();
    const after = await spent();
    return { script: after.script - before.script, thread: after.thread - before.thread };
  };
}

/** A context of its own, so that every tab has its own process. */
export async function newTab(browser: Browser, url: string): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  const devTools = await context.newCDPSession(page);
  const costOf = await costMeter(devTools);
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
  return {
    page,
    costOf,
    prepare: (rows) => page.evaluate((given) => window.bench.prepare(given), rows),
    open: () => page.evaluate(() => window.bench.open()),
    async heap() {
      await devTools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devTools.send('Runtime.getHeapUsage');
      return usedSize / 2 ** 20;
    },
    close: () => context.close(),
  };
}
