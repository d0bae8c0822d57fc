/** The facts that a suggested expectedness follows from, or the one that is missing. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { Dialog, WhyTree } from '../../../components/index.ts';
import { nameOf } from '../why/partName.ts';
import type { Suggestion } from './differences.ts';

export interface ExpectednessWhyProps {
  catalogue: Catalogue;
  suggestion: Suggestion;
  onClose: () => void;
}

export function ExpectednessWhy({ catalogue, suggestion, onClose }: ExpectednessWhyProps) {
  const { t, i18n } = useTranslation(['expectedness', 'common']);
  const { itemId, conclusion, versions, why } = suggestion;
  const item = nameOf(catalogue, { itemId }, i18n.language as 'en');
  return (
    <Dialog size="lg" onClose={onClose} title={item}>
      <Stack gap="sm">
        <Text>
          {conclusion === null
            ? t('noSuggestion')
            : t('suggested', { conclusion: t(`conclusions.${conclusion}`), versions: versions.join(', ') })}
        </Text>
        <WhyTree why={why} rowOf={() => ''} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
