/** What the form engine may ask of the case editor, and the dialogs behind it. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { readFile, readRowFile, uploadFile } from '../../../shared/contract/index.ts';
import { download, upload } from '../../api/index.ts';
import { codesQuery } from '../../catalogue/codes.queries.ts';
import { termQuery } from '../../catalogue/terms.queries.ts';
import type { EngineServices, Term } from '../../engine/index.ts';
import { failureText } from '../../frame/showFailure.ts';
import type { Language } from '../../i18n/index.ts';
import type { PageContent } from './case.queries.ts';
import { ItemAuditDialog } from './components/ItemAuditDialog.tsx';
import { LookUpDialog, type LookUpRequest } from './components/LookUpDialog.tsx';

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
  const [lookUp, setLookUp] = useState<{ request: LookUpRequest; done: (term: Term | null) => void } | null>(
    null,
  );
  const [audited, setAudited] = useState<ItemAddress | null>(null);

  const services = useMemo<EngineServices>(
    () => ({
      codes: async (itemId) => {
        const { codeList } = await queries.fetchQuery(codesQuery(itemId, language));
        return codeList.map(({ codeValue, codeLabel, deleted }) => ({
          code: codeValue,
          label: codeLabel,
          deleted: deleted === 'Y',
        }));
      },
      lookUp: (request) => new Promise((done) => setLookUp({ request, done })),
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
      showAudit: setAudited,
    }),
    [queries, language, sponsorKey, caseKey, page],
  );

  const dialogs = (
    <>
      {lookUp && (
        <LookUpDialog
          request={lookUp.request}
          label={catalogue.items[lookUp.request.itemId]?.label ?? null}
          language={language}
          onDone={(term) => {
            setLookUp(null);
            lookUp.done(term);
          }}
        />
      )}
      {audited && (
        <ItemAuditDialog caseKey={caseKey} page={page} address={audited} onClose={() => setAudited(null)} />
      )}
    </>
  );
  return { services, dialogs };
}
