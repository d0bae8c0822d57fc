/** Who had which roles and limits at the end of any day, or at any time of its month. */
import { Checkbox, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportAccess, listAccess } from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { serverNow } from '../../clock/index.ts';
import { DayField, EmptyState } from '../../components/index.ts';
import { List } from '../../lists/index.ts';

export function AccessOnDay() {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const timeZone = useTimeZone();
  const [day, setDay] = useState(() => dayAt(serverNow(), timeZone));
  const [isMonth, setMonth] = useState(false);
  const params = useMemo(
    () => ({ sponsorKey, day: Number(isMonth ? day.slice(0, 6) : day) }),
    [sponsorKey, day, isMonth],
  );
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('day.help')}
      </Text>
      <DayField label={t('day.day')} value={day} onChange={setDay} />
      <Checkbox
        label={t('day.month')}
        checked={isMonth}
        onChange={(event) => setMonth(event.currentTarget.checked)}
      />
      {day === '' ? (
        <EmptyState title={t('day.none')} />
      ) : (
        <List
          menuId="MU-AD-AC"
          call={listAccess}
          exportCall={exportAccess}
          params={params}
          of={params.day}
          label={t('day.label')}
          searchLabel={t('searchUsers')}
        />
      )}
    </Stack>
  );
}
