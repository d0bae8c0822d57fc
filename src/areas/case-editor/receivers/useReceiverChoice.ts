/** The choice of receivers of a case, and its save with a reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadReport, saveCaseReceivers } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call, CallFailure, download } from '../../../api/index.ts';
import { showSuccess } from '../../../components/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import type { CaseReceiver } from './receivers.queries.ts';

export type ReceiverChoice = ReturnType<typeof useReceiverChoice>;

/** A choice that is not saved yet. */
interface BegunChoice {
  /** when what it began with was read: others may choose meanwhile, and the list is read again */
  retrievedAt: string;
  selected: ReadonlySet<string>;
  formats: Readonly<Record<string, string>>;
}

const isOvertaken = (error: unknown): boolean => error instanceof CallFailure && error.status === 409;

/** What is chosen on the screen; begins with what is stored, or with what is proposed where nothing is chosen yet. */
export function useReceiverChoice(caseKey: number, rows: readonly CaseReceiver[], retrievedAt: string) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const [begun, setBegun] = useState<BegunChoice | null>(null);
  const [isAsking, setAsking] = useState(false);
  const stored = useMemo(() => new Set(rows.flatMap((row) => (row.chosen ? row.receiver : []))), [rows]);
  const proposed = useMemo(
    () => new Set(rows.flatMap((row) => (row.reasons.length > 0 ? row.receiver : []))),
    [rows],
  );
  const current = begun?.selected ?? (stored.size > 0 ? stored : proposed);
  const change = (next: Partial<BegunChoice>) =>
    setBegun((before) => ({ ...(before ?? { retrievedAt, selected: current, formats: {} }), ...next }));
  const formatOf = ({ receiver, format }: CaseReceiver) => begun?.formats[receiver] ?? format;
  const chosen = rows.filter(({ receiver }) => current.has(receiver));
  const refresh = () => queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) });
  const save = useMutation({
    mutationFn: (reason: string) => {
      const receivers = chosen.map((row) => ({ receiver: row.receiver, format: formatOf(row) }));
      const body = { reason, retrievedAt: begun?.retrievedAt ?? retrievedAt, receivers };
      return call(saveCaseReceivers, { params: { caseKey }, body });
    },
    meta: { ownFailure: true },
    onSuccess: async () => {
      setAsking(false);
      setBegun(null);
      showSuccess(t('receivers.saved'));
      await refresh();
    },
  });
  const give = useMutation({
    mutationFn: ({ receiver, reportId }: { receiver: string; reportId: string }) =>
      download(downloadReport, { params: { caseKey, reportId }, query: { notation: 'N', receiver } }),
    onSuccess: refresh,
  });
  return {
    selected: current,
    select: (selected: ReadonlySet<string>) => change({ selected }),
    formatOf,
    setFormat: ({ receiver }: CaseReceiver, format: string) =>
      change({ formats: { ...begun?.formats, [receiver]: format } }),
    isChanged:
      current.size !== stored.size || chosen.some((row) => !row.chosen || formatOf(row) !== row.format),
    ask: () => setAsking(true),
    /** downloads the case in the format of the receiver */
    give: (row: CaseReceiver) => give.mutate({ receiver: row.receiver, reportId: formatOf(row) }),
    dialog: {
      ...attemptProps(save, () => {
        setAsking(false);
        // what is stored now was not known to the choice: it begins again with that
        if (isOvertaken(save.error)) setBegun(null);
      }),
      opened: isAsking,
    },
  };
}
