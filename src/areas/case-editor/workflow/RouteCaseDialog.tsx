/** Routes the open case from anywhere in it, or tells why the user may not. */
import { Button, Group, Loader, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { RoutingDialog } from '../../../workflow/index.ts';
import { workflowQuery } from '../case.queries.ts';
import { refreshCase } from '../status/versions.queries.ts';
import { RouteReadiness } from './RouteReadiness.tsx';

export function RouteCaseDialog({ caseKey, onClose }: { caseKey: number; onClose: () => void }) {
  const { t } = useTranslation(['workflow', 'common']);
  const queries = useQueryClient();
  const { data, error } = useQuery(workflowQuery(caseKey, {}, 'route'));
  if (data && (data.leadRefusal === null || data.mayOverride))
    return (
      <RoutingDialog
        caseKey={caseKey}
        workflow={data}
        stays={false}
        note={<RouteReadiness caseKey={caseKey} />}
        onClose={onClose}
        onChanged={() => refreshCase(queries, caseKey)}
      />
    );
  return (
    <Dialog onClose={onClose} title={t('routeTitle')}>
      <Stack gap="sm">
        <FailureNotice error={error} />
        {!data && !error && <Loader aria-label={t('frame:loading')} />}
        {data?.leadRefusal && <Notice tone="warning">{data.leadRefusal.errMsg}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
