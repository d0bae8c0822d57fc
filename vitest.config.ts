import { parseArgs } from 'node:util';
import { defineConfig } from 'vitest/config';
import { editsValidators } from './scripts/editsValidators.ts';
import { COMPILED } from './tests/compiled.ts';
import { SlowestFirst } from './tests/slowestFirst.ts';

// of the workers, which inherit it
process.env.NODE_COMPILE_CACHE ??= COMPILED;

/** Storybook takes seconds to start: only where its tests are asked for. */
const { values: asked } = parseArgs({
  options: { project: { type: 'string', multiple: true } },
  strict: false,
});
const projects = asked.project === undefined ? null : [asked.project].flat();
const hasStories = projects === null || projects.includes('stories');

// React of development makes a stack for each element, a seventh of the time of the stories; tests in Node need its `act`
if (projects?.every((project) => project === 'stories')) process.env.NODE_ENV = 'production';

/** How many times slower pages of the journeys are than the machine (docs/testing.md). */
const SLOWDOWN = Number(process.env.PAGE_SLOWDOWN ?? 1);

/** What a screen or a server shows "soon" may take a while where two browsers and two servers share two cores. */
const node = {
  environment: 'node' as const,
  setupFiles: ['./tests/processorTime.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** The files of a worker share their modules: loading those again for each file takes longer than most tests. */
const sharedModules = { ...node, isolate: false };

/** Node loads the modules itself, as it does for the server: a transformation by Vite takes longer than many tests. */
const nativeModules = { ...sharedModules, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** One project a kind of test. Servers and browsers of a few files at a time keep two cores busy; each has a database. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...(hasStories ? [(await import('./.storybook/vitest.project.ts')).storiesProject] : []),
      {
        plugins: [editsValidators()],
        test: {
          ...sharedModules,
          name: 'unit',
          include: [
            'schemas/**/*.test.ts',
            'shared/**/*.test.ts',
            'machines/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'bench/**/*.test.ts',
            'simulation/**/*.test.ts',
          ],
        },
      },
      { test: { ...sharedModules, name: 'pipe', include: ['tests/pipe/**/*.test.ts'] } },
      {
        test: {
          ...nativeModules,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: './tests/demoData.setup.ts',
          // a test waits for its servers, and those for their database: two files leave a core idle at times
          maxWorkers: 3,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...nativeModules,
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...nativeModules,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: './tests/demoData.setup.ts',
          setupFiles: [...node.setupFiles, './tests/journeys/pictureOfFailure.ts'],
          // a page, its server and the test wait for each other: two files leave a core idle at times
          maxWorkers: 3,
          testTimeout: 300_000 * SLOWDOWN,
          hookTimeout: 300_000 * SLOWDOWN,
          expect: { poll: { timeout: 60_000 * SLOWDOWN } },
        },
      },
    ],
  },
});
