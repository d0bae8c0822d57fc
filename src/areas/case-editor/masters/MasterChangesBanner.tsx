/** Says that records which filled the page were changed, and offers the differences. Nothing changes by itself. */
import { Button, Group } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import type { PageSession } from '../../../engine/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import type { MasterChange } from './masterChanges.ts';
import { MasterDifferenceDialog } from './MasterDifferenceDialog.tsx';

interface MasterChangesBannerProps {
  catalogue: Catalogue;
  session: PageSession;
  changes: readonly MasterChange[];
}

export function MasterChangesBanner({ catalogue, session, changes }: MasterChangesBannerProps) {
  const { t } = useTranslation('masters');
  const [opened, setOpened] = useState<MasterChange | null>(null);
  const stateOf = ({ deleted, state }: MasterChange['master']) =>
    deleted ? t('changed.deleted') : state === 'retired' ? t('changed.retired') : null;
  return (
    <>
      {changes.map((change) => {
        const { address, master, filledBy } = change;
        return (
          <Notice
            key={addressKey(address)}
            tone="warning"
            role="status"
            icon={<IconRefreshAlert size={15} aria-hidden />}
          >
            <span>{t('changed.banner', { name: master.name, version: filledBy, now: master.version })}</span>
            <span>{stateOf(master)}</span>
            <Group>
              <Button size="compact-sm" variant="default" onClick={() => setOpened(change)}>
                {t('changed.show')}
              </Button>
            </Group>
          </Notice>
        );
      })}
      {opened && (
        <MasterDifferenceDialog {...{ catalogue, session }} change={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
