/** What the form engine may ask of the check: code lists and terms. There is no case yet, so no files and no history. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { codesIn } from '../../catalogue/codesIn.ts';
import { LookUpDialog, type LookUpRequest } from '../../catalogue/LookUpDialog.tsx';
import { termQuery } from '../../catalogue/terms.queries.ts';
import { showInfo } from '../../components/index.ts';
import type { EngineServices, Term } from '../../engine/index.ts';
import type { Language } from '../../i18n/index.ts';

export function useCheckServices(catalogue: Catalogue, language: Language) {
  const { t } = useTranslation('duplicates');
  const queries = useQueryClient();
  const [request, setRequest] = useState<LookUpRequest | null>(null);
  const answer = useRef<(term: Term | null) => void>(() => {});
  const done = useCallback((term: Term | null) => {
    answer.current(term);
    setRequest(null);
  }, []);
  const services = useMemo<EngineServices>(
    () => ({
      codes: codesIn(queries, language),
      lookUp: (asked) =>
        new Promise((resolve) => {
          answer.current = resolve;
          setRequest(asked);
        }),
      termOf: (code) => queries.fetchQuery(termQuery(code, language)),
      upload: () => Promise.reject(new Error(t('noCaseYet'))),
      download: () => Promise.reject(new Error(t('noCaseYet'))),
      showAudit: () => showInfo(t('noCaseYet')),
    }),
    [queries, language, t],
  );
  const dialog = request && (
    <LookUpDialog
      request={request}
      label={catalogue.items[request.itemId]?.label ?? null}
      language={language}
      onDone={done}
    />
  );
  return { services, dialog };
}
