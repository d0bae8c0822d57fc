import { Suspense, useEffect } from 'react';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../src/theme/theme.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import type { Preview } from '@storybook/react-vite';
import i18next from 'i18next';
import { isLanguage, LANGUAGES, startI18n, switchLanguage } from '../src/i18n/index.ts';
import { cssVariablesResolver, theme } from '../src/theme/index.ts';

const started = startI18n('en').then(() => i18next.loadNamespaces(['engine', 'components']));

const toolbar = (title: string, items: readonly string[]) => ({
  toolbar: { title, items: [...items], dynamicTitle: true },
});

const preview: Preview = {
  globalTypes: {
    language: toolbar('Language', LANGUAGES),
    appendix: toolbar('Appendix', ['ICH', 'KR', 'JP', 'EU', 'US', 'CN']),
    scheme: toolbar('Theme', ['light', 'dark']),
  },
  initialGlobals: { language: 'en', appendix: 'KR', scheme: 'light' },
  parameters: {
    layout: 'fullscreen',
    a11y: {
      test: 'error',
      options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    },
    options: { storySort: { order: ['Pages', 'Fields', 'Components'] } },
  },
  loaders: [() => started],
  decorators: [
    (Story, { globals }) => {
      const language: unknown = globals.language;
      const scheme = globals.scheme === 'dark' ? 'dark' : 'light';
      useEffect(() => {
        if (typeof language === 'string' && isLanguage(language)) void switchLanguage(language);
      }, [language]);
      return (
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
          <ModalsProvider>
            <Notifications />
            <Suspense fallback={null}>
              <main style={{ padding: 16 }}>
                <Story />
              </main>
            </Suspense>
          </ModalsProvider>
        </MantineProvider>
      );
    },
  ],
};

export default preview;
