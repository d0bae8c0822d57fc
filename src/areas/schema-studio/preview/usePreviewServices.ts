/** What the form beside the editor may ask for: code lists from the edited texts, terms from the server, no files. */
import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codesIn } from '../../../catalogue/codesIn.ts';
import { termQuery } from '../../../catalogue/terms.queries.ts';
import { showInfo } from '../../../components/index.ts';
import type { EngineServices } from '../../../engine/index.ts';
import type { Language } from '../../../i18n/index.ts';
import type { Compiled } from '../analysis/analysis.types.ts';

export function usePreviewServices(
  compiled: Compiled | null,
  language: Language,
  onItem: (itemId: string) => void,
): EngineServices {
  const { t } = useTranslation('studio');
  const queries = useQueryClient();
  return useMemo(
    (): EngineServices => ({
      codes: async (itemId) => {
        const item = compiled?.catalogue.items[itemId];
        const list = compiled?.codeLists[item?.codeList ?? ''];
        if (list) {
          const codes = list.codes.map(({ code, label, also, deleted }) => ({
            code,
            label: label[language] || label.en,
            also,
            deleted,
          }));
          const { open, codeSystem, cached, shown } = list;
          return { codes, open, codeSystem: codeSystem ?? undefined, cached, shown };
        }
        // versions of dictionaries are the server's to say
        return codesIn(queries, language)(itemId);
      },
      lookUp: async () => {
        showInfo(t('form.lookUpInCases'));
        return null;
      },
      termOf: (code) => queries.fetchQuery(termQuery(code, language)),
      upload: () => Promise.reject(new Error(t('form.noFiles'))),
      download: async () => showInfo(t('form.noFiles')),
      showAudit: () => showInfo(t('form.noHistory')),
      showDefinition: onItem,
    }),
    [compiled, language, onItem, queries, t],
  );
}
