/** A page as it was, drawn by the editor's own form; what the moment changed is marked with what had been there. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import { addressOfLink, createPageSession, PageForm } from '../../../engine/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useCaseRights } from '../unblinding/useCaseRights.ts';
import { useEngineServices } from '../useEngineServices.tsx';
import { pageOfContent } from './pageOfContent.ts';

export interface PastFormProps {
  caseKey: number;
  catalogue: Catalogue;
  page: CataloguePage;
  rowNo: number | null;
  content: CaseContent;
  before: CaseContent;
}

export function PastForm({ caseKey, catalogue, page, rowNo, content, before }: PastFormProps) {
  const { appendix, language, sponsorKey } = useRouteContext();
  const rights = useCaseRights(caseKey);
  const [search] = useSearchParams();
  const ofNow = useEngineServices({ caseKey, sponsorKey, page: page.page, language });
  // what these tell is of now
  const services = useMemo(
    () => ({ ...ofNow, itemActions: undefined, showWhy: undefined, showMatrix: undefined }),
    [ofNow],
  );
  const session = useMemo(() => {
    const { content: shown, ...rest } = pageOfContent(catalogue, page, rowNo, content);
    const was = pageOfContent(catalogue, page, rowNo, before).content;
    const input = { catalogue, page: page.page, rowNo: rowNo ?? 0, readOnly: true };
    return createPageSession({ ...input, ...rest, content: shown, before: was });
  }, [catalogue, page, rowNo, content, before]);
  const sought = useMemo(() => addressOfLink(search), [search]);
  return (
    <PageForm
      session={session}
      catalogue={catalogue}
      page={page.page}
      language={language}
      appendix={appendix}
      services={services}
      readOnly
      rights={rights}
      focusAddress={sought}
    />
  );
}
