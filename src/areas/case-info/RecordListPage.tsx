/** The records of a kind. */
import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { PageHeader } from '../../components/index.ts';
import { ImportRecordsDialog } from './import/ImportRecordsDialog.tsx';
import { NotAvailable } from './NotAvailable.tsx';
import { List } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import classes from './caseInfo.module.css';
import { callsOf } from './recordCalls.ts';
import { listPath, recordPath, useRecordKind } from './recordRoute.ts';

export function RecordListPage() {
  const { t } = useTranslation('caseInfo');
  const { sponsorKey, language } = useRouteContext();
  const to = usePathTo();
  const record = useRecordKind();
  const privilege = record?.privilege ?? 'CASE_INFO';
  const mayEditAs = { CASE_INFO: useMay('EDIT.CASE_INFO'), ADMIN: useMay('EDIT.ADMIN'), SYSTEM: true };
  const mayEdit = mayEditAs[privilege];
  const [isImporting, setImporting] = useState(false);
  const kind = record?.kind ?? '';
  const calls = callsOf(kind);
  const params = useMemo(() => calls.paramsOf({ sponsorKey, kind, recordKey: 0 }), [calls, sponsorKey, kind]);
  if (!record) return <NotAvailable />;
  const title = record.listLabel[language];
  const add = t('add', { kind: record.label[language] });
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        actions={
          mayEdit && (
            <>
              {privilege === 'CASE_INFO' && (
                <Button
                  variant="default"
                  leftSection={<IconFileImport size={15} aria-hidden />}
                  onClick={() => setImporting(true)}
                >
                  {t('import.button')}
                </Button>
              )}
              <Button
                component={Link}
                to={to(recordPath(record, 0))}
                leftSection={<IconPlus size={15} aria-hidden />}
              >
                {add}
              </Button>
            </>
          )
        }
      />
      <List
        key={kind}
        menuId={record.menuId}
        call={calls.list}
        exportCall={calls.listFile}
        params={params}
        path={listPath(record)}
        label={title}
        searchLabel={t('search')}
        empty={`${t('none')} ${mayEdit ? t('noneAdd', { add }) : t('noneAsk')}`}
      />
      {isImporting && <ImportRecordsDialog kind={record} onClose={() => setImporting(false)} />}
    </div>
  );
}
