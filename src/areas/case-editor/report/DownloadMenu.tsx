/** The case as a file: its message, or a report that the user chooses. */
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { download } from '../../../api/index.ts';
import { MailDialog } from './MailDialog.tsx';
import { R2Dialog } from './R2Dialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';

export interface DownloadMenuProps {
  caseKey: number;
  catalogue: Catalogue;
  /** runs the action if no edits are unsaved */
  whenSaved: (act: () => void) => void;
}

export function DownloadMenu({ caseKey, catalogue, whenSaved }: DownloadMenuProps) {
  const { t } = useTranslation(['editor', 'mail', 'import']);
  const [dialog, setDialog] = useState<'download' | 'mail' | 'r2' | null>(null);
  const close = () => setDialog(null);
  const queries = useQueryClient();
  const xml = useMutation({
    mutationFn: (notation: 'Y' | 'N') =>
      download(downloadReport, { params: { caseKey, reportId: 'XML' }, query: { notation } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] }),
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={xml.isPending}
          >
            {t('exportXml')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => whenSaved(() => xml.mutate('N'))}>{t('exportAsEntered')}</Menu.Item>
          <Menu.Item onClick={() => whenSaved(() => xml.mutate('Y'))}>{t('exportNotation')}</Menu.Item>
          <Menu.Item onClick={() => whenSaved(() => setDialog('r2'))}>{t('import:r2.open')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => whenSaved(() => setDialog('download'))}>{t('report.open')}</Menu.Item>
          <Menu.Item onClick={() => whenSaved(() => setDialog('mail'))}>{t('mail:open')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'download' && <ReportDialog {...{ caseKey, catalogue }} onClose={close} />}
      {dialog === 'r2' && <R2Dialog {...{ caseKey, catalogue }} onClose={close} />}
      {dialog === 'mail' && <MailDialog {...{ caseKey, catalogue }} onClose={close} />}
    </>
  );
}
