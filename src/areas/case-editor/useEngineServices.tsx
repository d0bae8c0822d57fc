/** What the form engine may ask of the case editor, and the dialogs behind it. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { readFile, readRowFile, translate, uploadFile } from '../../../shared/contract/index.ts';
import { call, download, upload } from '../../api/index.ts';
import { codesQuery } from '../../catalogue/codes.queries.ts';
import { termQuery } from '../../catalogue/terms.queries.ts';
import type { EngineServices } from '../../engine/index.ts';
import { failureText } from '../../frame/showFailure.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { Language } from '../../i18n/index.ts';
import type { PageContent } from './case.queries.ts';
import { useCasePlace } from './casePlace.ts';
import { ItemAuditDialog } from './components/ItemAuditDialog.tsx';
import { LookUpDialog } from './components/LookUpDialog.tsx';
import { useEditorDialogs } from './useEditorDialogs.ts';

export interface EngineServicesInput {
  caseKey: number;
  sponsorKey: number;
  page: string;
  catalogue: Catalogue;
  language: Language;
}

/** `services` keeps its identity while the input stays the same; `dialogs` is to be drawn once beside the form. */
export function useEngineServices({ caseKey, sponsorKey, page, catalogue, language }: EngineServicesInput): {
  services: EngineServices;
  dialogs: ReactNode;
} {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { toMatrix } = useCasePlace();
  // the services stay the same object while addresses are made anew
  const goToMatrix = useRef((_rowNo: number) => {});
  useEffect(() => {
    goToMatrix.current = (rowNo) => void navigate(toMatrix(page, rowNo));
  });
  const { translator } = useSession();
  const { lookUp, history, askForTerm, send } = useEditorDialogs();

  const services = useMemo<EngineServices>(
    () => ({
      codes: async (itemId) => {
        const { codeList, open, cached } = await queries.fetchQuery(codesQuery(itemId, language));
        const codes = codeList.map(({ codeValue, codeLabel, deleted }) => ({
          code: codeValue,
          label: codeLabel,
          deleted: deleted === 'Y',
        }));
        return { codes, open, cached };
      },
      lookUp: askForTerm,
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
      showAudit: (address) => send({ type: 'history.show', subject: address }),
      showMatrix: (rowNo) => goToMatrix.current(rowNo),
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
    [queries, language, sponsorKey, caseKey, page, translator, askForTerm, send],
  );

  const dialogs = (
    <>
      {lookUp && (
        <LookUpDialog
          request={lookUp.request}
          label={catalogue.items[lookUp.request.itemId]?.label ?? null}
          language={language}
          onDone={(term) => {
            lookUp.done(term);
            send({ type: 'lookUp.hide' });
          }}
        />
      )}
      {history && (
        <ItemAuditDialog
          caseKey={caseKey}
          page={page}
          address={history}
          onClose={() => send({ type: 'history.hide' })}
        />
      )}
    </>
  );
  return { services, dialogs };
}
