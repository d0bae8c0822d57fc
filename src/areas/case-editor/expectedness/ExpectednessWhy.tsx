/** The facts that a suggested expectedness follows from, or the one that is missing. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { ReadDialog, WhyTree } from '../../../components/index.ts';
import { nameOf } from '../why/partName.ts';
import type { Suggestion } from './differences.ts';

export interface ExpectednessWhyProps {
  catalogue: Catalogue;
  suggestion: Suggestion;
  onClose: () => void;
}

export function ExpectednessWhy({ catalogue, suggestion, onClose }: ExpectednessWhyProps) {
  const { t, i18n } = useTranslation('expectedness');
  const { itemId, conclusion, versions, why } = suggestion;
  const item = nameOf(catalogue, { itemId }, i18n.language as 'en');
  return (
    <ReadDialog size="lg" onClose={onClose} title={item}>
      <Text>
        {conclusion === null
          ? t('noSuggestion')
          : t('suggested', { conclusion: t(`conclusions.${conclusion}`), versions: versions.join(', ') })}
      </Text>
      <WhyTree why={why} />
    </ReadDialog>
  );
}
