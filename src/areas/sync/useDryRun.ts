/** What the selection would become, with what the user decides about it: which case, which date, which values. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf, DryRun, dryRunSync } from '../../../shared/contract/index.ts';
import { dryRunQuery } from './sync.queries.ts';
import type { RunDecisions } from './useBeginRun.ts';
import { useSyncScope } from './useSyncScope.ts';

export interface DryRunState {
  data: DryRun | undefined;
  error: Error | null;
  isFetching: boolean;
  decisions: RunDecisions;
  /** why the run cannot be begun; null: it can */
  why: string | null;
  chooseTarget: (target: number | null) => void;
  /** CCYYMMDD */
  chooseMostRecent: (day: string) => void;
  toggleOverwrite: (address: string) => void;
}

export function useDryRun(
  subject: number,
  checked: BodyOf<typeof dryRunSync>['SUBJ_SYNC'],
  enabled: boolean,
): DryRunState {
  const { t } = useTranslation('sync');
  const [target, setTarget] = useState<number | null | undefined>();
  const [typedDay, setTypedDay] = useState<string | null>(null);
  const [overwrite, setOverwrite] = useState<readonly string[]>([]);
  const body = {
    SUBJ_SYNC: checked,
    ...(target !== undefined && { TARGET: target }),
    OVERWRITE: [...overwrite],
  };
  const { data, error, isFetching } = useQuery({ ...dryRunQuery(useSyncScope(), subject, body), enabled });
  const mostRecent = typedDay ?? data?.mostRecent ?? '';
  return {
    data,
    error,
    isFetching,
    decisions: { target, mostRecent, overwrite, seen: data?.seen },
    why: whyNot(),
    chooseTarget: setTarget,
    chooseMostRecent: setTypedDay,
    toggleOverwrite: (address) =>
      setOverwrite((before) =>
        before.includes(address) ? before.filter((one) => one !== address) : [...before, address],
      ),
  };

  function whyNot(): string | null {
    if (!data || isFetching) return t('why.reading');
    if (data.question) return t('why.question');
    if (!/^\d{8}$/.test(mostRecent)) return t('why.date');
    return data.failed.length >= checked.length ? t('why.failed') : null;
  }
}
