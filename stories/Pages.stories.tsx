import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Language } from '../src/i18n/index.ts';
import { catalogueOf } from './catalogue.ts';
import { PageStory, underHelpLine } from './PageStory.tsx';
import { sampleContent } from './sampleContent.ts';

/** Every page of the catalogue, filled. Region, language and theme are in the toolbar. */
const meta = { title: 'Pages', component: PageStory, parameters: underHelpLine } satisfies Meta<
  typeof PageStory
>;
export default meta;

type Story = StoryObj<typeof PageStory>;

const pageStory = (page: string): Story => ({
  render: (_args, { globals }) => {
    const appendix = String(globals.appendix);
    return (
      <PageStory
        page={page}
        appendix={appendix}
        language={globals.language as Language}
        content={contentOf(page, appendix)}
      />
    );
  },
});

const made = new Map<string, ReturnType<typeof sampleContent>>();
function contentOf(page: string, appendix: string) {
  const key = `${page}|${appendix}`;
  const content = made.get(key) ?? sampleContent(catalogueOf(appendix), page);
  made.set(key, content);
  return content;
}

export const CI = pageStory('CI');
export const RP = pageStory('RP');
export const SD = pageStory('SD');
export const LR = pageStory('LR');
export const SI = pageStory('SI');
export const DM = pageStory('DM');
export const DH = pageStory('DH');
export const AE = pageStory('AE');
export const LB = pageStory('LB');
export const DG = pageStory('DG');
export const NR = pageStory('NR');

const inDark = (story: Story, language: Language): Story => ({
  ...story,
  globals: { scheme: 'dark', language },
});

export const CIDarkKorean = inDark(CI, 'ko');
export const DMDarkJapanese = inDark(DM, 'ja');
export const DGDarkChinese = inDark(DG, 'zh');
