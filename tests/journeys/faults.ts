/** What axe finds on the page as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { animationsEnd } from './waits.ts';

const AXE = join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js');

/** Rule and elements of each fault against WCAG 2.2 A and AA; empty where there is none. */
export async function faultsOf(page: Page): Promise<string[]> {
  // what is half faded in has other colours
  await animationsEnd(page);
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // what the help line half covers at the foot is whole again when it is scrolled to; stories check sizes
      rules: { 'target-size': { enabled: false } },
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  });
}
