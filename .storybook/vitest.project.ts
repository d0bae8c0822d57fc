/** Stories as tests in Chromium: a story must draw, follow its play function, and have no finding of axe. */
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration } from 'vitest/config';
import { CHROMIUM } from '../scripts/chromium.ts';
import { editsValidators } from '../scripts/editsValidators.ts';

export const storiesProject: TestProjectConfiguration = {
  plugins: [
    storybookTest({ configDir: fileURLToPath(new URL('.', import.meta.url)) }),
    // Storybook brings it too late for the search of packages, which fails on a module it cannot resolve
    editsValidators(),
  ],
  // all packages are found at the start: one found only on the way would reload the page in the middle of a test
  optimizeDeps: { entries: ['src/main.tsx', '.storybook/preview.tsx', 'stories/**/*.stories.tsx'] },
  test: {
    name: 'stories',
    // an item alone is tested with its page: opening each of these files would only take time
    exclude: ['stories/generated/items/**'],
    testTimeout: 60_000,
    // as in Storybook itself, one document shows one story after another: loading the product for each file costs more
    isolate: false,
    // two pages, each with storage of its own, keep two cores busy
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: CHROMIUM,
        // what slides in is there at once: a story looks at the end of it
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
