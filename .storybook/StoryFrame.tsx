/** What every story stands in: providers of the product, set as the toolbar says. */
import { Suspense, useMemo, type ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { ToastArea } from '../src/components/ToastArea.tsx';
import { isLanguage } from '../src/i18n/index.ts';
import { cssVariablesResolver, theme } from '../src/theme/index.ts';
import { StoryWorldContext, type StoryWorld } from '../stories/StoryWorld.tsx';
import { WIDTHS } from './toolbar.ts';

interface StoryFrameProps {
  globals: Record<string, unknown>;
  /** the story brings its own landmarks, and takes the whole window */
  bare: boolean;
  children: ReactNode;
}

export function StoryFrame({ globals, bare, children }: StoryFrameProps) {
  const world = useMemo((): StoryWorld => {
    const language = String(globals.language);
    return {
      language: isLanguage(language) ? language : 'en',
      appendix: String(globals.appendix),
      readOnly: globals.readOnly === 'yes',
    };
  }, [globals.language, globals.appendix, globals.readOnly]);
  const maxWidth = WIDTHS[String(globals.width)];
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={globals.scheme === 'dark' ? 'dark' : 'light'}
    >
      <ModalsProvider>
        <ToastArea />
        <StoryWorldContext value={world}>
          <Suspense fallback={null}>
            {bare ? (
              <div style={{ maxWidth }}>{children}</div>
            ) : (
              <main style={{ padding: 16, maxWidth }}>{children}</main>
            )}
          </Suspense>
        </StoryWorldContext>
      </ModalsProvider>
    </MantineProvider>
  );
}
