/** Code lists as the form engine asks for them. */
import type { QueryClient } from '@tanstack/react-query';
import { codesQuery } from './codes.queries.ts';
import type { EngineServices } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';

export const codesIn =
  (queries: QueryClient, language: Language): EngineServices['codes'] =>
  async (itemId) => {
    const { codeList, open, codeSystem, cached, shown } = await queries.fetchQuery(
      codesQuery(itemId, language),
    );
    const codes = codeList.map(({ codeValue, codeLabel, also, deleted }) => ({
      code: codeValue,
      label: codeLabel,
      also,
      deleted: deleted === 'Y',
    }));
    return { codes, open, codeSystem, cached, shown };
  };
