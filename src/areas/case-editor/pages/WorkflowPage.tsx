/** The workflow of the case: where it is and until when, what may be done with it, and the way it took. */
import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconHandGrab, IconHistory, IconTransfer } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { claimCase } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { EmptyState, GuardedButton, showSuccess } from '../../../components/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import {
  DueText,
  OverTime,
  RoutingDialog,
  WorkflowChart,
  WorkflowSteps,
  type CaseWorkflow,
} from '../../../workflow/index.ts';
import { workflowQuery } from '../case.queries.ts';
import { useTabPaging } from '../caseRoute.ts';
import type { WhenSaved } from '../unsaved/useWhenSaved.ts';
import { NextButton } from '../components/NextButton.tsx';
import { refreshCase } from '../status/versions.queries.ts';
import { WorkflowAuditDialog } from '../../../audit/index.ts';
import { WorkflowHistory } from '../workflow/WorkflowHistory.tsx';
import { RouteReadiness } from '../workflow/RouteReadiness.tsx';

interface WorkflowPageProps {
  caseKey: number;
  shown: readonly CataloguePage[];
  /** who leads the case on may not be able to save it any more */
  whenSaved: WhenSaved;
}

export function WorkflowPage({ caseKey, shown, whenSaved }: WorkflowPageProps) {
  const { t } = useTranslation('workflow');
  const { place, hash, go } = useTabPaging(caseKey, 'WF');
  const { data, error } = useQuery(workflowQuery(caseKey, place, hash));
  if (error) return <EmptyState title={failureText(error)} />;
  if (!data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <Stack gap="md">
      <Title order={2}>{t('title')}</Title>
      <WorkflowSteps steps={data.steps} current={data.current.workflowKey} />
      <WorkflowState current={data.current} whoMay={data.whoMay} />
      <Actions caseKey={caseKey} workflow={data} whenSaved={whenSaved} />
      <Title order={3}>{t('history.title')}</Title>
      <WorkflowHistory workflow={data} onPaging={go} />
      <Title order={3}>{t('chart.title')}</Title>
      <WorkflowChart plan={data} current={data.current.workflowKey} />
      <Group justify="flex-end">
        <NextButton shown={shown} page="WF" />
      </Group>
    </Stack>
  );
}

/** Whose the case is, until when, and who can lead it on. */
function WorkflowState({ current, whoMay }: Pick<CaseWorkflow, 'current' | 'whoMay'>) {
  const { t } = useTranslation(['workflow', 'status']);
  const timeZone = useTimeZone();
  const owner = [current.roleName, current.userName].filter(Boolean).join(', ');
  const names = whoMay.names.join(', ');
  const who = whoMay.more > 0 ? t('status:namesAndMore', { names, more: whoMay.more }) : names;
  return (
    <Stack gap={4}>
      <Text size="sm">{owner === '' ? t('ownedByNobody') : t('ownedBy', { owner })}</Text>
      <Text size="sm" component="div">
        {current.dueAt !== null && t('dueAt', { at: formatTime(current.dueAt, timeZone) })}{' '}
        <DueText daysLate={current.daysLate} /> <OverTime over={current.over} />
      </Text>
      {names !== '' && <Text size="sm">{t('whoMay', { names: who })}</Text>}
    </Stack>
  );
}

type ActionsProps = Pick<WorkflowPageProps, 'caseKey' | 'whenSaved'> & { workflow: CaseWorkflow };

function Actions({ caseKey, workflow, whenSaved }: ActionsProps) {
  const { t } = useTranslation('workflow');
  const queries = useQueryClient();
  const [open, setOpen] = useState<'route' | 'handOver' | 'audit' | null>(null);
  const { leadRefusal, takeRefusal, handOverRefusal, mayOverride, mayHandOverInstead } = workflow;
  const { current, retrievedAt } = workflow;
  const refresh = () => refreshCase(queries, caseKey);
  const take = useMutation({
    mutationFn: () => call(claimCase, { params: { caseKey }, body: { retrievedAt } }),
    onSuccess: () => showSuccess(t('isTaken')),
    onSettled: refresh,
  });
  const close = () => setOpen(null);
  return (
    <Group gap="xs">
      <GuardedButton
        leftSection={<IconArrowRight size={15} aria-hidden />}
        why={leadRefusal && !mayOverride ? leadRefusal.errMsg : null}
        onClick={() => whenSaved(() => setOpen('route'))}
      >
        {t(mayOverride ? 'routeInstead' : 'route')}
      </GuardedButton>
      {current.userKey === null && (
        <GuardedButton
          variant="default"
          leftSection={<IconHandGrab size={15} aria-hidden />}
          why={takeRefusal?.errMsg ?? null}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('take')}
        </GuardedButton>
      )}
      <GuardedButton
        variant="default"
        leftSection={<IconTransfer size={15} aria-hidden />}
        why={handOverRefusal && !mayHandOverInstead ? handOverRefusal.errMsg : null}
        onClick={() => whenSaved(() => setOpen('handOver'))}
      >
        {t(mayHandOverInstead ? 'handOverInstead' : 'handOver')}
      </GuardedButton>
      <Button
        variant="default"
        leftSection={<IconHistory size={15} aria-hidden />}
        onClick={() => setOpen('audit')}
      >
        {t('audit')}
      </Button>
      {(open === 'route' || open === 'handOver') && (
        <RoutingDialog
          caseKey={caseKey}
          workflow={workflow}
          stays={open === 'handOver'}
          note={open === 'route' ? <RouteReadiness caseKey={caseKey} /> : undefined}
          onClose={close}
          onChanged={refresh}
        />
      )}
      {open === 'audit' && <WorkflowAuditDialog caseKey={caseKey} onClose={close} />}
    </Group>
  );
}
