/** What the form engine may ask of the case editor. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { atom } from 'jotai';
import { useMemo } from 'react';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { readFile, readRowFile } from '../../../shared/contract/index.ts';
import { recommendTerm } from '../../ai-coding/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { chooseMaster } from '../../catalogue/chooseMaster.ts';
import { confirmOverwrite } from '../../catalogue/masters/confirmOverwrite.tsx';
import { lookUpTerm } from '../../catalogue/lookUp.ts';
import { catalogueQuery } from '../../catalogue/catalogue.queries.ts';
import type { EngineServices } from '../../engine/index.ts';
import { useFormServices } from '../../page-editor/useFormServices.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { Language } from '../../i18n/index.ts';
import type { PageContent } from './page.queries.ts';
import { CALCULATED_DIFFERS, calculatedRevisionAtom } from './calculated/useCalculated.tsx';
import { matrixPath } from './caseRoute.ts';
import { suggestionsAtom } from './expectedness/useExpectednessActions.ts';
import { EXPECTEDNESS_DIFFERS } from './expectedness/useExpectedness.ts';
import { MASTER_CHANGED } from './masters/useMasterChanges.ts';
import { withWrittenTexts } from './narrative/writtenTexts.ts';
import type { CaseEdits } from './unsaved/caseEdits.ts';
import { useEditorDialogs } from './dialogs/useEditorDialogs.tsx';

export interface EngineServicesInput {
  caseKey: number;
  sponsorKey: number;
  page: string;
  language: Language;
  /** what the menu of an item offers beside what it always does */
  itemActions?: EngineServices['itemActions'];
  undoElsewhere?: EngineServices['undoElsewhere'];
  /** what is not saved yet; absent where nothing is edited */
  edits?: Pick<CaseEdits, 'changes'>;
  /** explains a suggested expectedness; absent where nothing is suggested */
  showExpectedness?: (address: ItemAddress) => void;
}

/** Changes when another expectedness is suggested or something else may be computed. */
const OFFERS = atom((get) => [get(suggestionsAtom), get(calculatedRevisionAtom)]);

/** The same object while the input stays the same. */
export function useEngineServices({
  caseKey,
  sponsorKey,
  page,
  language,
  itemActions,
  undoElsewhere,
  edits,
  showExpectedness,
}: EngineServicesInput): EngineServices {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePathTo();
  const { show } = useEditorDialogs();
  const { clientType } = useSession();
  const { appendix } = useRouteContext();
  const form = useFormServices(sponsorKey, language);

  // of the marks that no rule makes
  const explanations = useMemo<Partial<Record<string, (address: ItemAddress) => void>>>(
    () => ({
      [MASTER_CHANGED]: (address) => show('author', { page, address }),
      [EXPECTEDNESS_DIFFERS]: (address) => showExpectedness?.(address),
      [CALCULATED_DIFFERS]: (address) => show('why', { kind: 'item', address }),
    }),
    [show, page, showExpectedness],
  );

  return useMemo<EngineServices>(
    () => ({
      ...form,
      lookUp: (request) => lookUpTerm(queries, request, { language, caseKey }),
      recommend: (request) => recommendTerm(queries, request, { caseKey, language }),
      choose: async (kind) => {
        const { records } = await queries.fetchQuery(catalogueQuery(appendix));
        const chosen = await chooseMaster(kind, records, {
          sponsorKey,
          caseKey,
          language,
          ownSender: clientType === 'SPO',
        });
        const of = { sponsorKey, caseKey, edits: edits?.changes() ?? { items: [], rows: [] } };
        return chosen && withWrittenTexts(chosen, records[kind], of);
      },
      confirmOverwrite: async (name, overwritten) => {
        const catalogue = await queries.fetchQuery(catalogueQuery(appendix));
        return confirmOverwrite({ catalogue, language, name, overwritten });
      },
      download: async (address, { fileKey }) => {
        const { itemId, rowNo, rowNo2, rowNo3 } = address;
        const key = addressKey(address);
        // the file of a stored value goes through the case, which notes the download; a fresh upload is only a file
        const isStored = queries
          .getQueriesData<PageContent>({ queryKey: ['pageContent', caseKey, page] })
          .some(([, content]) =>
            content?.values.some((value) => addressKey(value) === key && value.value === fileKey),
          );
        if (fileKey && !isStored) await downloadOrTell(readFile, { params: { sponsorKey, fileKey } });
        else {
          const query = { itemId, rowNo2, rowNo3 };
          await downloadOrTell(readRowFile, { params: { caseKey, page, rowNo }, query });
        }
      },
      itemActions,
      offers: OFFERS,
      undoElsewhere,
      askQuestion: (address) => show('questions', { address }),
      showAudit: (address) => show('history', { page, address }),
      showWhy: (subject) => {
        const explainMark = subject.kind === 'finding' && explanations[subject.finding.ruleId];
        if (explainMark) explainMark(subject.finding);
        else show('why', subject);
      },
      showMatrix: (rowNo) => void navigate(to(matrixPath(caseKey, page, rowNo))),
    }),
    [
      queries,
      form,
      appendix,
      language,
      sponsorKey,
      caseKey,
      page,
      clientType,
      itemActions,
      undoElsewhere,
      edits,
      explanations,
      show,
      navigate,
      to,
    ],
  );
}
