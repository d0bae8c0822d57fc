/** The case editor beside as many bare html inputs and beside stock rjsf + Mantine, in Chromium, in one run. */
import { chromium } from 'playwright';
import { CHROMIUM } from '../scripts/chromium.ts';
import { benchKeys } from './editor/keys.ts';
import { benchOpening } from './editor/opening.ts';
import type { Extent } from './editor/sides.ts';
import { firstLoad, serveBenchPage } from './editor/site.ts';
import { benchSteps } from './editor/steps.ts';
import type { Measured } from './measure.ts';

const FIRST_LOAD_BYTES = 250 * 1024;

/** Keys, opening, rows and tabs of the engine, and what the application loads before login. */
export async function benchEditor(extent: Extent): Promise<Measured[]> {
  const site = await serveBenchPage();
  const browser = await chromium.launch(CHROMIUM);
  const bench = { browser, url: site.url, ...extent };
  try {
    return [
      ...(await benchKeys(bench)),
      ...(await benchOpening(bench)),
      ...(await benchSteps(bench)),
      await loading(),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function loading(): Promise<Measured> {
  const { bytes, files, builtAt } = await firstLoad();
  return {
    name: 'scripts before login, gz / 250 KB',
    ratio: bytes / FIRST_LOAD_BYTES,
    budget: 1,
    detail: `${(bytes / 1024).toFixed(0)} KB in ${files} files, build of ${builtAt.toISOString().slice(0, 16)}`,
  };
}
