/** The form of the edited sources: which region, page and case it shows, and the session it is typed into. */
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { forAppendix } from '../../../../schemas/compile/forAppendix.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { exampleContent } from '../../../../shared/expressions/exampleContent.ts';
import type { RuleExample } from '../../../../shared/expressions/rules.types.ts';
import type { PageSession } from '../../../engine/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Language } from '../../../i18n/index.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import { casePageQuery } from '../studio.queries.ts';
import { createEntryShelf } from './entryShelf.ts';

interface PreviewContext {
  appendix: string;
  page: string;
  language: Language;
  /** null: an empty case */
  caseKey: number | null;
}

export interface Preview {
  context: PreviewContext;
  show: (next: Partial<PreviewContext>) => void;
  /** as the region sees it; null before the sources are compiled */
  catalogue: Catalogue | null;
  /** null where the page is none that a form draws, and while a case is being read */
  session: PageSession | null;
  /** fills an empty case with the values, and shows the page of the first */
  showExample: (example: RuleExample) => void;
  /** discards what was typed */
  empty: () => void;
}

const NOTHING = { values: [], rows: [] };
const isDrawn = (catalogue: Catalogue, page: string): boolean => {
  const kind = catalogue.pages[page]?.kind;
  return kind === 'form' || kind === 'rows' || kind === 'envelope';
};

export function usePreview(compiled: Compiled | null): Preview {
  const { appendix, language } = useRouteContext();
  const [context, setContext] = useState<PreviewContext>({ appendix, language, page: '', caseKey: null });
  const show = useCallback((next: Partial<PreviewContext>) => setContext((was) => ({ ...was, ...next })), []);
  const [shelf, setShelf] = useState(createEntryShelf);
  const [example, setExample] = useState<RuleExample>({});
  const catalogue = useMemo(
    () => compiled && forAppendix(compiled.catalogue, context.appendix),
    [compiled, context.appendix],
  );
  const page = catalogue && pageShown(catalogue, context.page);
  const isRows = (catalogue && page && catalogue.pages[page]?.kind === 'rows') || false;
  const stored = useQuery({
    ...casePageQuery(context.caseKey ?? 0, page ?? '', isRows),
    enabled: context.caseKey !== null && page !== null,
  });
  const isReading = context.caseKey !== null && stored.isPending;
  const ofExample = useMemo(
    () => (compiled ? exampleContent(compiled.catalogue, knownValues(compiled.catalogue, example)) : NOTHING),
    [compiled, example],
  );
  const content = context.caseKey === null ? ofExample : stored.data;
  const session = useMemo(() => {
    if (!catalogue || page === null || isReading || !isDrawn(catalogue, page)) return null;
    return shelf.open({
      content: content ?? NOTHING,
      catalogue,
      page,
      rowNo: isRows ? (stored.data?.rowNo ?? 1) : 0,
      references: stored.data?.references,
      readOnly: false,
    });
  }, [catalogue, page, isRows, content, stored.data, isReading, shelf]);

  return {
    context: { ...context, page: page ?? context.page },
    show,
    catalogue,
    session,
    showExample: (values) => {
      const [itemId = ''] = Object.keys(values)[0]?.split('|') ?? [];
      setExample(values);
      setShelf(createEntryShelf());
      show({ caseKey: null, page: compiled?.catalogue.items[itemId]?.page ?? context.page });
    },
    empty: () => {
      setExample({});
      setShelf(createEntryShelf());
    },
  };
}

/** Without items that were renamed or removed since. */
const knownValues = ({ items }: Catalogue, example: RuleExample): RuleExample =>
  Object.fromEntries(Object.entries(example).filter(([key]) => items[key.split('|')[0] ?? '']));

/** The page asked for, or the first one a form draws. */
const pageShown = (catalogue: Catalogue, page: string): string | null =>
  isDrawn(catalogue, page) ? page : (catalogue.pageOrder.find((one) => isDrawn(catalogue, one)) ?? null);

/** Counts the edits of a session, a moment after the last one. */
export function useEdits(session: PageSession | null): number {
  const [edits, count] = useReducer((was: number) => was + 1, 0);
  useEffect(() => {
    if (!session) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.subscribeEdits(() => {
      clearTimeout(timer);
      timer = setTimeout(count, 150);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return edits;
}
