/** One row an event; it leads to the dialog of its subject, which has an address. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportSyncEvents, listSyncEvents } from '../../../shared/contract/index.ts';
import { List } from '../../lists/index.ts';
import { EventsDialog } from './EventsDialog.tsx';
import { openEventOf } from './openEvent.ts';
import { EVENTS } from './syncLists.ts';
import { useSyncScope } from './useSyncScope.ts';

export function EventsTab() {
  const { t } = useTranslation('sync');
  const scope = useSyncScope();
  const [address, setAddress] = useSearchParams();
  const opened = openEventOf(address);
  return (
    <>
      <List
        menuId={EVENTS}
        call={listSyncEvents}
        exportCall={exportSyncEvents}
        params={{ sponsorKey: scope.sponsorKey, studyKey: scope.studyKey }}
        label={t('events')}
        searchLabel={t('search')}
        empty={t('none')}
      />
      {opened && <EventsDialog opened={opened} onClose={() => setAddress({}, { replace: true })} />}
    </>
  );
}
