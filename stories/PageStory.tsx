import { useMemo } from 'react';
import { ALL_ITEMS } from '../shared/access/userItemRights.ts';
import type { Catalogue } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import type { ItemAddress } from '../shared/case/itemAddress.ts';
import {
  createPageSession,
  PageForm,
  type EngineServices,
  type Finding,
  type PageSession,
} from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { sampleReferences } from './sampleContent.ts';
import { useStoryWorld } from './StoryWorld.tsx';

/** The help line covers what lies at the foot until one scrolls there; axe takes that for a small target. Fields keep the rule. */
export const underHelpLine = { a11y: { config: { rules: [{ id: 'target-size', enabled: false }] } } };

export interface PageStoryProps {
  page: string;
  /** instead of the toolbar's, where a test needs a certain one */
  appendix?: string;
  language?: Language;
  content: CaseContent;
  /** instead of the region's own */
  catalogue?: Catalogue;
  readOnly?: boolean;
  findings?: readonly Finding[];
  focusAddress?: ItemAddress | null;
  services?: EngineServices;
  unblind?: boolean;
  /** done once with the fresh session, e.g. to change something */
  prepare?: (session: PageSession) => void;
}

const NOTHING = { values: [], rows: [] };

/** A page of the catalogue as an area shows it, over content that is given. */
export function PageStory(props: PageStoryProps) {
  const world = useStoryWorld();
  const { appendix = world.appendix, language = world.language } = props;
  const { page, content = NOTHING, findings, focusAddress, prepare } = props;
  const readOnly = props.readOnly ?? world.readOnly;
  const catalogue = props.catalogue ?? catalogueOf(appendix);
  const session = useMemo(() => {
    const rowNo = catalogue.pages[page]?.kind === 'rows' ? 1 : 0;
    const references = sampleReferences(catalogue);
    const made = createPageSession({ content, catalogue, page, rowNo, references, readOnly });
    prepare?.(made);
    return made;
  }, [catalogue, content, page, prepare, readOnly]);
  const own = useMemo(() => fakeServices(language), [language]);
  return (
    <PageForm
      session={session}
      catalogue={catalogue}
      page={page}
      language={language}
      appendix={appendix}
      services={props.services ?? own}
      readOnly={readOnly}
      rights={{ ...ALL_ITEMS, unblind: props.unblind ?? true }}
      findings={findings}
      focusAddress={focusAddress}
    />
  );
}
