/** Codes the chosen terms of a text, or proposes their code as a synonym. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  codeAgain,
  codeTexts,
  proposeSynonym,
  type CodingGroup,
  type CodingStep,
  type DataOf,
  type readCodingGroup,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';

type Group = DataOf<typeof readCodingGroup>;

/** A term that is coded with, or proposed. */
export type Picked = Pick<Group['suggestions'][number], 'code' | 'term'>;

interface CodeGroupInput {
  step: CodingStep;
  group: Pick<CodingGroup, 'dictionary' | 'text' | 'textKey'>;
  /** the chosen ones */
  terms: Group['terms'];
  /** of a second coder */
  remark: string;
  /** what came of it, in words */
  onOutcome: (words: string) => void;
  /** every chosen term is coded */
  onDone: () => void;
}

export function useCodeGroup({ step, group, terms, remark, onOutcome, onDone }: CodeGroupInput) {
  const { t } = useTranslation('coding');
  const queries = useQueryClient();
  const { dictionary, text, textKey } = group;
  const isSecond = step === 'second';
  const params = { dictionary };

  const save = useMutation({
    mutationFn: ({ code }: Picked): Promise<Pick<DataOf<typeof codeTexts>, 'listInfo'>> => {
      if (isSecond) {
        const rowKeys = terms.map(({ rowKey }) => rowKey);
        return call(codeAgain, { params, body: { textKey, code, remark, rowKeys } });
      }
      const coded = terms.map(({ rowKey, code: before }) => ({ rowKey, before }));
      return call(codeTexts, { params, body: { textKey, code, terms: coded } });
    },
    onSuccess: ({ listInfo }, { code, term }) => {
      const refused = listInfo.flatMap(({ refusal }) => refusal ?? []);
      const count = listInfo.length - refused.length;
      const words = t(isSecond ? 'cockpit.savedSecond' : 'cockpit.saved', { count, text, term, code });
      onOutcome([words, ...refused.map(({ errMsg }) => errMsg)].join(' '));
      if (refused.length === 0) onDone();
      else void queries.invalidateQueries({ queryKey: ['coding', 'queue'] });
    },
  });
  const propose = useMutation({
    mutationFn: ({ code }: Picked) => call(proposeSynonym, { params, body: { textKey, code } }),
    onSuccess: (_, { code, term }) => onOutcome(t('cockpit.proposed', { text, term, code })),
  });
  return { save, propose };
}
