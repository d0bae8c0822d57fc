/** Leaves a picture of each page that is open when a test fails: what the user saw. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'test', 'failures');

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  mkdirSync(FOLDER, { recursive: true });
  for (const [index, page] of openPages().entries()) {
    const path = join(FOLDER, `${task.name.replaceAll(/\W+/g, '-')}-${index + 1}.png`);
    await page.screenshot({ path });
    console.error(`${page.url()} as the test left it: ${path}`);
  }
});
