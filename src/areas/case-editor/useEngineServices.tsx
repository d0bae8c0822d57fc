/** What the form engine may ask of the case editor. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useMemo } from 'react';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { readFile, readRowFile, translate, uploadFile } from '../../../shared/contract/index.ts';
import { recommendTerm, showEntry } from '../../ai-coding/index.ts';
import { call, download, upload } from '../../api/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { chooseMaster } from '../../catalogue/chooseMaster.ts';
import { codesIn } from '../../catalogue/codesIn.ts';
import { lookUpTerm } from '../../catalogue/lookUp.ts';
import { termQuery } from '../../catalogue/terms.queries.ts';
import type { EngineServices } from '../../engine/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { Language } from '../../i18n/index.ts';
import type { PageContent } from './page.queries.ts';
import { matrixPath } from './caseRoute.ts';
import { useEditorDialogs } from './dialogs/useEditorDialogs.tsx';

export interface EngineServicesInput {
  caseKey: number;
  sponsorKey: number;
  page: string;
  language: Language;
  /** what the menu of an item offers beside what it always does */
  itemActions?: EngineServices['itemActions'];
  undoElsewhere?: EngineServices['undoElsewhere'];
}

/** The same object while the input stays the same. */
export function useEngineServices({
  caseKey,
  sponsorKey,
  page,
  language,
  itemActions,
  undoElsewhere,
}: EngineServicesInput): EngineServices {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePathTo();
  const { show } = useEditorDialogs();
  const { translator, clientType } = useSession();

  return useMemo<EngineServices>(
    () => ({
      codes: codesIn(queries, language),
      lookUp: (request) => lookUpTerm(queries, request, language),
      recommend: (request) => recommendTerm(queries, request, { caseKey, language }),
      showEntry: (code) => showEntry(queries, code, language),
      choose: (master) =>
        chooseMaster(master, { sponsorKey, caseKey, language, ownSender: clientType === 'SPO' }),
      termOf: (code) => queries.fetchQuery(termQuery(code, language)),
      upload: async (file) => {
        try {
          return await upload(uploadFile, { params: { sponsorKey }, file });
        } catch (error) {
          throw new Error(failureText(error), { cause: error });
        }
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
        if (fileKey && !isStored) await download(readFile, { params: { sponsorKey, fileKey } });
        else {
          const query = { itemId, rowNo2, rowNo3 };
          await download(readRowFile, { params: { caseKey, page, rowNo }, query });
        }
      },
      itemActions,
      undoElsewhere,
      showAudit: (address) => show('history', { page, address }),
      showWhy: (subject) => show('why', subject),
      showDefinition: (itemId) => void navigate(to(`exam-editor?item=${encodeURIComponent(itemId)}`)),
      showMatrix: (rowNo) => void navigate(to(matrixPath(caseKey, page, rowNo))),
      // the text leaves for the service only when the user asks for it
      translate: translator
        ? async (valueToTranslate) => {
            try {
              const body = { valueToTranslate };
              return (await call(translate, { params: { sponsorKey }, body })).translated;
            } catch (error) {
              throw new Error(failureText(error), { cause: error });
            }
          }
        : undefined,
    }),
    [
      queries,
      language,
      sponsorKey,
      caseKey,
      page,
      translator,
      clientType,
      itemActions,
      undoElsewhere,
      show,
      navigate,
      to,
    ],
  );
}
