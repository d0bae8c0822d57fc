/** A page of the catalogue in one of the states a whole page can be in. */
import { useMemo } from 'react';
import type { Catalogue } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { findingOn } from '../shared/faces/faceSheet.ts';
import type { Finding } from '../src/engine/index.ts';
import { catalogueOf } from './catalogue.ts';
import { PageStory } from './PageStory.tsx';
import { sampleContent } from './sampleContent.ts';
import type { PageState } from './states.ts';
import { useStoryWorld } from './StoryWorld.tsx';

const NOTHING: CaseContent = { values: [], rows: [] };
const SEVERITIES = ['error', 'warning', 'info'] as const;
const ROWS = 30;

export function PageInState({ page, state }: { page: string; state: PageState }) {
  const { appendix } = useStoryWorld();
  const { content, findings } = useMemo(() => {
    const content = contentOf(catalogueOf(appendix), page, state);
    return { content, findings: state === 'findings' ? findingsOn(content) : undefined };
  }, [appendix, page, state]);
  // undefined: as the toolbar says
  const readOnly = state === 'readOnly' ? true : undefined;
  return <PageStory page={page} content={content} findings={findings} readOnly={readOnly} />;
}

function contentOf(catalogue: Catalogue, page: string, state: PageState): CaseContent {
  if (state === 'empty') return NOTHING;
  return sampleContent(catalogue, page, state === 'manyRows' ? ROWS : 2);
}

/** One on every fifth value, the three severities in turn. */
const findingsOn = ({ values }: CaseContent): Finding[] =>
  values
    .filter((_value, index) => index % 5 === 0)
    .map(({ itemId, rowNo, rowNo2, rowNo3 }, index) =>
      findingOn({ itemId, rowNo, rowNo2, rowNo3 }, SEVERITIES[index % SEVERITIES.length]),
    );
