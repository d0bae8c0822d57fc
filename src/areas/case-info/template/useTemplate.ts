/** The template of the open page: its problems as findings, and what it writes about a case. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { previewNarrative, type DataOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Finding, PageSession } from '../../../engine/index.ts';
import { useSettledText } from './useSettledText.ts';

type Preview = DataOf<typeof previewNarrative>;
export type TemplateItem = CatalogueItem & { template: { language: string } };

export interface OpenTemplate {
  /** null: the page has no template */
  item: TemplateItem | null;
  /** undefined until it was checked for the first time */
  preview: Preview | undefined;
  failure: Error | null;
  findings: readonly Finding[];
  /** the case of the preview */
  caseKey: number | null;
  showCase: (caseKey: number | null) => void;
}

const NONE: readonly Finding[] = [];

interface TemplateInput {
  catalogue: Catalogue;
  session: PageSession;
}

export function useTemplate({ catalogue, session }: TemplateInput): OpenTemplate {
  const { sponsorKey } = useRouteContext();
  const problemText = useProblemText();
  const [caseKey, showCase] = useState<number | null>(null);
  const item = useMemo(() => templateOf(catalogue, session.page), [catalogue, session.page]);
  const text = useSettledText(session, item?.itemId ?? null);
  const language = useSettledText(session, item?.template.language ?? null) || null;
  const { data, error } = useQuery({
    queryKey: ['templatePreview', sponsorKey, item?.itemId, text, language, caseKey],
    queryFn: ({ signal }) =>
      call(previewNarrative, {
        params: { sponsorKey },
        body: { column: item?.itemId ?? '', text, language, caseKey },
        signal,
      }),
    enabled: item !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const findings = useMemo(() => {
    if (!item || !data) return NONE;
    return data.problems.map((problem): Finding => {
      const message = problemText(problem);
      return {
        ...addressAt(item.itemId, []),
        ruleId: `template.${problem.id}`,
        severity: problem.severity,
        message: { en: message, ko: message, ja: message, zh: message },
      };
    });
  }, [item, data, problemText]);
  return { item, preview: data, failure: error, findings, caseKey, showCase };
}

const templateOf = ({ items }: Catalogue, page: string): TemplateItem | null =>
  Object.values(items).find(
    (item): item is TemplateItem => item.page === page && item.template !== undefined,
  ) ?? null;

/** Words a problem with its place. */
function useProblemText(): (problem: Preview['problems'][number]) => string {
  const { t } = useTranslation('narrative');
  return useMemo(
    () =>
      ({ id, values, line, column }) => {
        const problem = t(`problems.${id}`, values);
        const suggestion = values['suggestion'] ? `; ${t('problems.suggestion', values)}` : '';
        return t('problems.at', { line, column, problem: problem + suggestion });
      },
    [t],
  );
}
