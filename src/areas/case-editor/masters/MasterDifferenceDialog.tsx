/** How the case differs from a record that filled it: in the case, then, now. All of it or single items can be taken. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { itemValuesKey, ItemValuesTable } from '../../../catalogue/masters/ItemValuesTable.tsx';
import { Dialog } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { takeDifferences, type MasterChange } from './masterChanges.ts';

const WIDTH_PX = 980;

interface MasterDifferenceDialogProps {
  catalogue: Catalogue;
  session: PageSession;
  change: MasterChange;
  onClose: () => void;
}

export function MasterDifferenceDialog({ catalogue, session, change, onClose }: MasterDifferenceDialogProps) {
  const { t } = useTranslation(['masters', 'common']);
  const { language } = useRouteContext();
  const { differences, master, filledBy } = change;
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(differences.map(itemValuesKey)),
  );
  const rows = useMemo(
    () => differences.map((one) => ({ ...one, values: [one.inCase, one.earlier, one.now] })),
    [differences],
  );
  const take = () => {
    takeDifferences(
      session,
      differences.filter((one) => selected.has(itemValuesKey(one))),
    );
    onClose();
  };
  const version = (versionNo: number) => t('changed.version', { versionNo });
  return (
    <Dialog onClose={onClose} size={WIDTH_PX} title={t('changed.title', { name: master.name })}>
      <Stack gap="sm">
        <Text>{t('changed.message')}</Text>
        <ItemValuesTable
          {...{ catalogue, language, rows }}
          label={t('changed.title', { name: master.name })}
          headings={[t('changed.inCase'), version(filledBy), version(master.version)]}
          {...(!session.readOnly && { selected, onSelect: setSelected })}
        />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common:close')}
          </Button>
          {!session.readOnly && (
            <Button disabled={selected.size === 0} onClick={take}>
              {t('changed.take', { count: selected.size })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
