/** What every form of the product may ask for: codes, look-ups, uploads, translations. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { translate, uploadFile } from '../../shared/contract/index.ts';
import { showEntry } from '../ai-coding/index.ts';
import { call, upload } from '../api/index.ts';
import { usePathTo } from '../app-context/routeContext.ts';
import { codesIn } from '../catalogue/codesIn.ts';
import { lookUpTerm } from '../catalogue/lookUp.ts';
import { refuseFill } from '../catalogue/masters/refuseFill.ts';
import { termQuery, termsNamed } from '../catalogue/terms.queries.ts';
import type { EngineServices } from '../engine/index.ts';
import { failureText } from '../feedback/showFailure.ts';
import type { Language } from '../i18n/index.ts';
import { useSession } from '../session/sessionStore.ts';

type FormServices = Pick<
  EngineServices,
  | 'codes'
  | 'lookUp'
  | 'refuseFill'
  | 'showEntry'
  | 'termOf'
  | 'termsNamed'
  | 'upload'
  | 'showDefinition'
  | 'translate'
>;

/** The same object while the input stays the same. */
export function useFormServices(sponsorKey: number, language: Language): FormServices {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePathTo();
  const { translator } = useSession();
  return useMemo<FormServices>(
    () => ({
      codes: codesIn(queries, language),
      lookUp: (request) => lookUpTerm(queries, request, { language }),
      refuseFill: (name, labels) => void refuseFill(name, labels),
      showEntry: (code) => showEntry(queries, code, language),
      termOf: (code) => queries.fetchQuery(termQuery(code, language)),
      termsNamed: (named) => termsNamed(queries, named, language),
      upload: async (file) => {
        try {
          return await upload(uploadFile, { params: { sponsorKey }, file });
        } catch (error) {
          throw new Error(failureText(error), { cause: error });
        }
      },
      showDefinition: (itemId) => void navigate(to(`exam-editor?item=${encodeURIComponent(itemId)}`)),
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
    [queries, language, sponsorKey, translator, navigate, to],
  );
}
