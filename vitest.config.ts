import { defineConfig } from 'vitest/config';
import { storiesProject } from './.storybook/vitest.project.ts';

/** What a screen or a server shows "soon" may take a while where two browsers and two databases share two cores. */
const node = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** One project a kind of test. Servers and browsers of two files at a time keep two cores busy; each has its own database. */
export default defineConfig({
  test: {
    projects: [
      storiesProject,
      {
        test: {
          ...node,
          name: 'unit',
          include: [
            'schemas/**/*.test.ts',
            'shared/**/*.test.ts',
            'machines/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      { test: { ...node, name: 'pipe', include: ['tests/pipe/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: './tests/demoData.setup.ts',
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: './tests/demoData.setup.ts',
          maxWorkers: 2,
          // the files of a worker share its browser
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
