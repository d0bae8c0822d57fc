/** What the toolbar of Storybook says, for every story. */
import { createContext, useContext } from 'react';
import type { Language } from '../src/i18n/index.ts';

export interface StoryWorld {
  language: Language;
  appendix: string;
  readOnly: boolean;
}

export const StoryWorldContext = createContext<StoryWorld>({
  language: 'en',
  appendix: 'KR',
  readOnly: false,
});

export const useStoryWorld = (): StoryWorld => useContext(StoryWorldContext);
