/** Importing messages: files go in, each message is decided about, the chosen ones become cases. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/index.ts';
import { ImportRunView } from './ImportRunView.tsx';
import { NewImport, NotSent } from './NewImport.tsx';
import { OpenRuns } from './OpenRuns.tsx';
import { useSendFiles } from './useSendFiles.ts';
import classes from './ImportPage.module.css';

/** of the address: the import that is shown */
const RUN = 'run';

export function ImportPage() {
  const { t } = useTranslation('import');
  const [address, setAddress] = useSearchParams();
  const runKey = address.get(RUN);
  const show = (key: string | null) => setAddress(key === null ? {} : { [RUN]: key });
  const sender = useSendFiles(show);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      {sender.state.context.unsent.map((unsent, index) => (
        <NotSent key={index} unsent={unsent} />
      ))}
      {runKey === null ? (
        <>
          <NewImport sender={sender} />
          <OpenRuns onOpen={show} />
        </>
      ) : (
        <ImportRunView key={runKey} runKey={runKey} onLeave={() => show(null)} />
      )}
    </div>
  );
}
