import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { OverwrittenItem } from '../../../shared/records/masterFill.ts';
import { Dialog } from '../../components/index.ts';
import type { Language } from '../../i18n/index.ts';
import { ItemValuesTable } from './ItemValuesTable.tsx';

const WIDTH_PX = 820;

interface OverwriteDialogProps {
  catalogue: Catalogue;
  language: Language;
  /** of the chosen record */
  name: string;
  overwritten: readonly OverwrittenItem[];
  onAnswer: (isConfirmed: boolean) => void;
}

/** Shows what a chosen record would overwrite, before it does. */
export function OverwriteDialog({ catalogue, language, name, overwritten, onAnswer }: OverwriteDialogProps) {
  const { t } = useTranslation(['masters', 'common']);
  const rows = useMemo(
    () => overwritten.map((one) => ({ ...one, values: [one.before, one.value] })),
    [overwritten],
  );
  return (
    <Dialog onClose={() => onAnswer(false)} size={WIDTH_PX} title={t('overwrite.title')}>
      <Stack gap="sm">
        <Text>{t('overwrite.message', { name, count: rows.length })}</Text>
        <ItemValuesTable
          {...{ catalogue, language, rows }}
          label={t('overwrite.title')}
          headings={[t('overwrite.before'), t('overwrite.after')]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('overwrite.keep')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(true)}>
            {t('overwrite.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
