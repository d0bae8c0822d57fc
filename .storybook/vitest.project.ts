/** Every story as a test in Chromium: it must draw, follow its play function, and have no finding of axe. */
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration } from 'vitest/config';
import { CHROMIUM } from '../scripts/chromium.ts';

export const storiesProject: TestProjectConfiguration = {
  plugins: [storybookTest({ configDir: fileURLToPath(new URL('.', import.meta.url)) })],
  // all at the start: a package found only on the way would reload the page in the middle of a test
  optimizeDeps: {
    include: [
      '@floating-ui/react',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/hooks',
      '@mantine/modals',
      '@mantine/notifications',
      '@marcbachmann/cel-js',
      '@rjsf/core',
      'dayjs',
      'dayjs/locale/ja',
      'dayjs/locale/ko',
      'dayjs/locale/zh',
      'dayjs/plugin/relativeTime',
      'dayjs/plugin/timezone',
      'dayjs/plugin/utc',
      'i18next',
      'jotai',
      'react',
      'react-dom',
      'react-i18next',
      'react/jsx-dev-runtime',
    ],
  },
  test: {
    name: 'stories',
    setupFiles: [fileURLToPath(new URL('./vitest.setup.ts', import.meta.url))],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: CHROMIUM,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
