/** The heading of an open page: of a matrix, of a row among its neighbours, or of a form, which its tab names already. */
import { VisuallyHidden } from '@mantine/core';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import type { PageContent, PageAddress } from '../page.queries.ts';
import { MatrixHead } from './MatrixHead.tsx';
import { RowPager } from './RowPager.tsx';

export interface PageHeadingProps {
  pageAddress: PageAddress;
  page: CataloguePage;
  catalogue: Catalogue;
  content: PageContent;
  dirty: boolean;
}

export function PageHeading({ pageAddress, page, catalogue, content, dirty }: PageHeadingProps) {
  const { language } = useRouteContext();
  if (pageAddress.matrix) return <MatrixHead page={page} matrix={pageAddress.matrix} catalogue={catalogue} />;
  if (pageAddress.rowNo === null)
    return <VisuallyHidden component="h2">{wordsIn(page.label, language)}</VisuallyHidden>;
  return (
    <RowPager
      caseKey={pageAddress.caseKey}
      page={page}
      catalogue={catalogue}
      content={content}
      dirty={dirty}
    />
  );
}
