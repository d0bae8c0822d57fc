import { useState } from 'react';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { useMatrix } from './useMatrix.ts';

export interface Fill {
  pair: RowPath;
  name: string;
  empty: readonly RowPath[];
  assessed: readonly RowPath[];
}

interface FillDialogProps {
  fill: Fill;
  onFill: (pairs: readonly RowPath[]) => void;
  onClose: () => void;
}

/** Says how many pairs will say the same before they do; assessed ones are left alone unless one asks for them. */
export function FillDialog({ fill, onFill, onClose }: FillDialogProps) {
  const { t } = useMatrix();
  const [replaces, setReplaces] = useState(false);
  const pairs = replaces ? [...fill.empty, ...fill.assessed] : fill.empty;
  return (
    <Dialog onClose={onClose} title={t('fill.title')}>
      <Stack>
        <Text size="sm">{t('fill.text', { count: fill.empty.length, pair: fill.name })}</Text>
        {fill.assessed.length > 0 && (
          <Checkbox
            checked={replaces}
            onChange={(event) => setReplaces(event.currentTarget.checked)}
            label={t('fill.replace', { count: fill.assessed.length })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('fill.cancel')}
          </Button>
          <Button disabled={pairs.length === 0} onClick={() => onFill(pairs)} data-autofocus>
            {t('fill.do', { count: pairs.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
