/** Shows the blinded values of the case with the reason, where the sponsor has one asked for. */
import { Button, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unblindCase } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../../components/index.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { useCaseRights } from './useCaseRights.ts';

export interface UnblindButtonProps {
  caseKey: number;
  /** does something with the case once nothing is unsaved */
  whenSaved: (act: () => void) => void;
}

export function UnblindButton({ caseKey, whenSaved }: UnblindButtonProps) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const { asksUnblinding, unblind } = useCaseRights(caseKey);
  const dialog = useDialog<'unblind', string>({
    carryOut: (_, reason) => call(unblindCase, { params: { caseKey }, body: { reason } }),
    afterwards: () => {
      showSuccess(t('unblinding.done'));
      // nothing is unsaved: all of the case is read again, as the session sees it now
      void queries.resetQueries({ queryKey: caseQueryKey(caseKey) });
    },
  });
  if (!asksUnblinding || unblind) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={15} aria-hidden />}
        onClick={() => whenSaved(() => dialog.show('unblind'))}
      >
        {t('unblinding.button')}
      </Button>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('unblinding.title')}
          note={<Text>{t('unblinding.note')}</Text>}
          confirmLabel={t('unblinding.confirm')}
        />
      )}
    </>
  );
}
