/** What the form engine may ask of the check: code lists and terms. There is no case yet, so no files and no history. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codesIn } from '../../catalogue/codesIn.ts';
import { lookUpTerm } from '../../catalogue/lookUp.ts';
import { termQuery } from '../../catalogue/terms.queries.ts';
import { showInfo } from '../../components/index.ts';
import type { EngineServices } from '../../engine/index.ts';
import type { Language } from '../../i18n/index.ts';

export function useCheckServices(language: Language): EngineServices {
  const { t } = useTranslation('duplicates');
  const queries = useQueryClient();
  return useMemo(
    () => ({
      codes: codesIn(queries, language),
      lookUp: (request) => lookUpTerm(queries, request, { language }),
      termOf: (code) => queries.fetchQuery(termQuery(code, language)),
      upload: () => Promise.reject(new Error(t('noCaseYet'))),
      download: () => Promise.reject(new Error(t('noCaseYet'))),
      showAudit: () => showInfo(t('noCaseYet')),
    }),
    [queries, language, t],
  );
}
