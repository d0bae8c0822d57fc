import type { StorybookConfig } from '@storybook/react-vite';
import { writeStories } from './writeStories.ts';

// Storybook, its build and the tests all read this file first
writeStories();

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // the application's own server plugins have no place here
  viteFinal: (vite) => ({ ...vite, server: { ...vite.server, fs: { strict: true } } }),
};

export default config;
