/** Opens the dialog that makes one file of the reports of several cases. */
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GuardedButton } from '../components/index.ts';
import { PackDialog, type PackDialogProps } from './PackDialog.tsx';

export function PackButton(props: Omit<PackDialogProps, 'onClose'>) {
  const { t } = useTranslation('reports');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton
        variant="default"
        leftSection={<IconFileZip size={15} aria-hidden />}
        why={props.count === 0 ? t('pack.none') : null}
        onClick={() => setOpen(true)}
      >
        {t('pack.open')}
      </GuardedButton>
      {isOpen && <PackDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
