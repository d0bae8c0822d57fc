/** What would become of the chosen cases, and what is asked for once for all of them: the reason, and the signature. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedCase, StatusAnswer } from '../../../../machines/bulk-status/bulkStatus.machine.ts';
import { needsSignature } from '../../../../machines/case-status/caseStatus.machine.ts';
import { STATUS_REASONS } from '../../../../machines/case-status/reasons.ts';
import { ReasonForm } from '../../../components/index.ts';
import { Notice } from '../../../frame/Notice.tsx';
import { SignatureFields, USUAL_MEANING } from '../../../signature/index.ts';
import { CasesTable } from './CasesTable.tsx';
import type { StatusAsked } from './useBulkStatus.ts';

export interface StatusFormProps {
  asked: StatusAsked;
  cases: readonly CheckedCase[];
  /** how many of them can be done */
  possible: number;
  nameOf: (caseKey: number) => string;
  /** why nothing was done */
  problem: string | null;
  pending: boolean;
  onConfirm: (answer: StatusAnswer) => void;
  onCancel: () => void;
}

export function StatusForm({
  asked,
  cases,
  possible,
  nameOf,
  problem,
  pending,
  onConfirm,
  onCancel,
}: StatusFormProps) {
  const { t } = useTranslation(['cases', 'status']);
  const { statusId, status } = asked;
  const signs = needsSignature(statusId, status);
  const [meaning, setMeaning] = useState(USUAL_MEANING[statusId]);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isReady = () => {
    const ready = !signs || password !== '';
    setMissing(!ready);
    if (!ready) passwordInput.current?.focus();
    return ready;
  };
  const confirm = (reason: string) => {
    onConfirm({ reason, ...(signs && { signature: { meaning, password } }) });
    setPassword('');
    setMissing(false);
  };
  useEffect(() => {
    if (problem !== null) passwordInput.current?.focus();
  }, [problem]);
  const form = useRef<HTMLDivElement>(null);
  // the dialog was there before its form
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const preview = <Preview asked={asked} cases={cases} possible={possible} nameOf={nameOf} />;
  if (possible === 0) {
    return (
      <Stack gap="sm">
        {preview}
        <Group justify="flex-end">
          <Button autoFocus onClick={onCancel}>
            {t('bulk.close')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <div ref={form}>
      <ReasonForm
        options={STATUS_REASONS[`${statusId}.${status}`].map((value) => ({
          value,
          label: t(`status:reasons.${value}`),
        }))}
        note={preview}
        confirmLabel={t(signs ? 'status:signature.sign' : `status:to.${statusId}.${status}`)}
        problem={problem}
        pending={pending}
        isReady={isReady}
        onConfirm={confirm}
        onCancel={onCancel}
      >
        {signs && (
          <>
            <SignatureFields
              meaning={meaning}
              password={password}
              missing={missing && password === ''}
              passwordRef={passwordInput}
              onMeaning={setMeaning}
              onPassword={setPassword}
            />
            {possible > 1 && <Text size="sm">{t('bulk.signatureOnce')}</Text>}
          </>
        )}
      </ReasonForm>
    </div>
  );
}

type PreviewProps = Pick<StatusFormProps, 'asked' | 'cases' | 'possible' | 'nameOf'>;

function Preview({ asked: { statusId, status }, cases, possible, nameOf }: PreviewProps) {
  const { t } = useTranslation('cases');
  const others = cases.length - possible;
  const distributed = cases.filter(({ refusal, distributed }) => !refusal && distributed);
  const warns = statusId === 'DELETE' && status === 'Y' && distributed.length > 0;
  return (
    <>
      <Text fw={600} role="status">
        {possible > 0 ? t(`bulk.can.${statusId}.${status}`, { count: possible }) : t('bulk.none')}
        {possible > 0 && others > 0 && `, ${t('bulk.cannot', { count: others })}`}
      </Text>
      {warns && (
        <Notice tone="warning">
          {t('bulk.distributed', { cases: distributed.map(({ caseNo }) => caseNo).join(', ') })}
        </Notice>
      )}
      {/* what stands in the way is read first */}
      <CasesTable
        cases={cases.toSorted((a, b) => Number(b.refusal !== null) - Number(a.refusal !== null))}
        outcomes={null}
        nameOf={nameOf}
      />
    </>
  );
}
