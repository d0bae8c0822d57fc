/** The template of the open page: the problems of its texts as findings, and what they write about a case. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemTemplate } from '../../../../schemas/compile/sources.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { previewNarrative, type DataOf } from '../../../../shared/contract/index.ts';
import type { WrittenPart } from '../../../../shared/narratives/storedSentences.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Finding, PageSession } from '../../../engine/index.ts';
import { useSettledText } from './useSettledText.ts';

type Preview = DataOf<typeof previewNarrative>;
export type TemplateItem = CatalogueItem & { template: ItemTemplate };

/** The text of a template, or its second-language text. */
export interface TemplateText {
  part: WrittenPart;
  /** undefined until it was checked for the first time */
  preview: Preview | undefined;
  failure: Error | null;
  findings: readonly Finding[];
}

export interface OpenTemplate {
  /** null: the page has no template */
  item: TemplateItem | null;
  /** the second-language text only where there is one */
  texts: readonly TemplateText[];
  findings: readonly Finding[];
  showCase: (caseKey: number | null) => void;
  /** the case of the preview */
  caseKey: number | null;
}

const NONE: readonly Finding[] = [];

interface TemplateInput {
  catalogue: Catalogue;
  session: PageSession;
}

export function useTemplate({ catalogue, session }: TemplateInput): OpenTemplate {
  const [caseKey, showCase] = useState<number | null>(null);
  const item = useMemo(() => templateOf(catalogue, session.page), [catalogue, session.page]);
  const value = useTemplateText({ session, item, caseKey, part: 'value' });
  const notation = useTemplateText({ session, item, caseKey, part: 'notation' });
  const findings = useMemo(() => [...value.findings, ...notation.findings], [value, notation]);
  return { item, texts: notation.isEmpty ? [value] : [value, notation], findings, caseKey, showCase };
}

interface TextInput {
  session: PageSession;
  item: TemplateItem | null;
  caseKey: number | null;
  part: WrittenPart;
}

function useTemplateText({ session, item, caseKey, part }: TextInput): TemplateText & { isEmpty: boolean } {
  const { sponsorKey } = useRouteContext();
  const problemText = useProblemText(part);
  const languageItem = (part === 'value' ? item?.template.language : item?.template.notation) ?? null;
  const text = useSettledText(session, item?.itemId ?? null, part);
  const language = useSettledText(session, languageItem) || null;
  const isEmpty = languageItem === null || text === '';
  const { data, error } = useQuery({
    queryKey: ['templatePreview', sponsorKey, item?.itemId, part, text, language, caseKey],
    queryFn: ({ signal }) =>
      call(previewNarrative, {
        params: { sponsorKey },
        body: { column: item?.itemId ?? '', text, language, caseKey },
        signal,
      }),
    // a page may have no second text; the first one is checked while it is empty, too
    enabled: item !== null && (part === 'value' || !isEmpty),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const findings = useMemo(() => {
    if (!item || !data || (part === 'notation' && isEmpty)) return NONE;
    return data.problems.map((problem): Finding => {
      const message = problemText(problem);
      return {
        ...addressAt(item.itemId, []),
        ruleId: `template.${part}.${problem.id}`,
        severity: problem.severity,
        message: { en: message, ko: message, ja: message, zh: message },
      };
    });
  }, [item, data, problemText, part, isEmpty]);
  return useMemo(
    () => ({ part, preview: data, failure: error, findings, isEmpty }),
    [part, data, error, findings, isEmpty],
  );
}

const templateOf = ({ items }: Catalogue, page: string): TemplateItem | null =>
  Object.values(items).find(
    (item): item is TemplateItem => item.page === page && item.template !== undefined,
  ) ?? null;

/** Words a problem with its place. */
function useProblemText(part: WrittenPart): (problem: Preview['problems'][number]) => string {
  const { t } = useTranslation('narrative');
  return useMemo(
    () =>
      ({ id, values, line, column }) => {
        const problem = t(`problems.${id}`, values);
        const suggestion = values['suggestion'] ? `; ${t('problems.suggestion', values)}` : '';
        const placed = t('problems.at', { line, column, problem: problem + suggestion });
        return part === 'value' ? placed : t('problems.inNotation', { problem: placed });
      },
    [t, part],
  );
}
