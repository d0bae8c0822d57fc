import type { StoryObj } from '@storybook/react-vite';
import type { CaseContent } from '../shared/case/caseContent.ts';
import type { PageSession } from '../src/engine/index.ts';
import type { PageStory, PageStoryProps } from './PageStory.tsx';

/** Stories of pages as an English reader of the Korean region sees them, whose play functions look into the session. */
export function pageStories() {
  let shown: PageSession | undefined;
  const prepare = (made: PageSession) => {
    shown = made;
  };
  return {
    /** A story that shows the content on a page. */
    on: (
      page: string,
      content: CaseContent,
      more: Partial<PageStoryProps> = {},
    ): StoryObj<typeof PageStory> => ({
      args: { page, appendix: 'KR', language: 'en', content, ...more, prepare },
    }),
    /** The session of the page that is shown. */
    session: (): PageSession => {
      if (!shown) throw new Error('no page is shown');
      return shown;
    },
  };
}
