/**
 * The confirmation before several cases are routed: which can be, which cannot and why, and the signature if
 * required.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  routableOf,
  type Portion,
  type Validation,
} from '../../machines/batch-workflow/batchWorkflow.machine.ts';
import { SubmitForm } from '../components/index.ts';
import { SignatureFields, useSignature, USUAL_MEANING } from '../signature/index.ts';
import { BatchCases } from './BatchCases.tsx';

export interface BatchConfirmProps {
  judged: Validation;
  onBack: () => void;
  onConfirm: (signature: Portion['signature'] | null) => void;
}

export function BatchConfirm({ judged, onBack, onConfirm }: BatchConfirmProps) {
  const { t } = useTranslation('workflow');
  const signature = useSignature(USUAL_MEANING.LOCK);
  const count = routableOf(judged).length;
  const confirm = () => {
    if (!judged.signed) onConfirm(null);
    else if (signature.isGiven()) onConfirm(signature.given);
  };
  return (
    <SubmitForm noValidate onSubmit={confirm}>
      <Stack gap="sm">
        <Text role="status">{t('batch.possible', { count, total: judged.listInfo.length })}</Text>
        <BatchCases judged={judged} outcomes={[]} />
        {judged.signed && count > 0 && <SignatureFields {...signature.fields} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack} data-autofocus={count === 0 || undefined}>
            {t('batch.back')}
          </Button>
          {count > 0 && (
            <Button type="submit" data-autofocus={!judged.signed || undefined}>
              {t('batch.routeCases', { count })}
            </Button>
          )}
        </Group>
      </Stack>
    </SubmitForm>
  );
}
