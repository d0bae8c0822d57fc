/** Preview of the selected cases, and the reason and signature that apply to all of them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedCase, StatusAnswer } from '../../../../machines/bulk-status/bulkStatus.machine.ts';
import { ReasonForm } from '../../../components/index.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { useOverride } from '../../../readiness/index.ts';
import { useStatusReason } from '../../../signature/index.ts';
import { CasesTable } from './CasesTable.tsx';
import type { StatusRequest } from './useBulkStatus.ts';

export interface StatusFormProps {
  request: StatusRequest;
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
  request,
  cases,
  possible,
  nameOf,
  problem,
  pending,
  onConfirm,
  onCancel,
}: StatusFormProps) {
  const { t } = useTranslation('cases');
  const goingOn = cases.filter(({ refusal }) => !refusal);
  const hasErrors = goingOn.some(({ readiness }) => readiness.some(({ errors }) => errors > 0));
  const reason = useStatusReason(request.statusId, request.status, hasErrors);
  const override = useOverride(goingOn.some(({ needsOverride }) => needsOverride));
  const { focus, clear } = reason.signature;
  const confirm = (given: string) => {
    onConfirm({ reason: given, ...override.given, ...reason.signed });
    clear();
  };
  useEffect(() => {
    if (problem !== null) focus();
  }, [problem, focus]);
  const form = useRef<HTMLDivElement>(null);
  // the dialog was there before its form
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const preview = <Preview request={request} cases={cases} possible={possible} nameOf={nameOf} />;
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
        {...reason.form}
        elsewhere={override.given.overrideReason}
        isReady={() => override.isReady() && reason.form.isReady()}
        note={preview}
        problem={problem}
        pending={pending}
        onConfirm={confirm}
        onCancel={onCancel}
      >
        {reason.fields}
        {reason.fields && possible > 1 && <Text size="sm">{t('bulk.signatureOnce')}</Text>}
        {override.field}
      </ReasonForm>
    </div>
  );
}

type PreviewProps = Pick<StatusFormProps, 'request' | 'cases' | 'possible' | 'nameOf'>;

function Preview({ request: { statusId, status }, cases, possible, nameOf }: PreviewProps) {
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
      {/* obstacles come first in reading order */}
      <CasesTable
        cases={cases.toSorted((a, b) => Number(b.refusal !== null) - Number(a.refusal !== null))}
        outcomes={null}
        nameOf={nameOf}
      />
    </>
  );
}
