/** The choice of receivers of a case, and its save with a reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadReport, saveCaseReceivers } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call, download } from '../../../api/index.ts';
import { showSuccess } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import type { CaseReceiver } from './receivers.queries.ts';

export type ReceiverChoice = ReturnType<typeof useReceiverChoice>;

/** What is chosen on the screen; begins with what is stored, or with what is proposed where nothing is chosen yet. */
export function useReceiverChoice(caseKey: number, rows: readonly CaseReceiver[], retrievedAt: string) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string> | null>(null);
  const [formats, setFormats] = useState<Readonly<Record<string, string>>>({});
  const [isAsking, setAsking] = useState(false);
  const stored = useMemo(() => new Set(rows.flatMap((row) => (row.chosen ? row.receiver : []))), [rows]);
  const proposed = useMemo(
    () => new Set(rows.flatMap((row) => (row.reasons.length > 0 ? row.receiver : []))),
    [rows],
  );
  const current = selected ?? (stored.size > 0 ? stored : proposed);
  const formatOf = ({ receiver, format }: CaseReceiver) => formats[receiver] ?? format;
  const chosen = rows.filter(({ receiver }) => current.has(receiver));
  const refresh = () => queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) });
  const save = useMutation({
    mutationFn: (reason: string) => {
      const receivers = chosen.map((row) => ({ receiver: row.receiver, format: formatOf(row) }));
      return call(saveCaseReceivers, { params: { caseKey }, body: { reason, retrievedAt, receivers } });
    },
    meta: { ownFailure: true },
    onSuccess: async () => {
      setAsking(false);
      select(null);
      setFormats({});
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
    select,
    formatOf,
    setFormat: ({ receiver }: CaseReceiver, format: string) =>
      setFormats((before) => ({ ...before, [receiver]: format })),
    isChanged:
      current.size !== stored.size || chosen.some((row) => !row.chosen || formatOf(row) !== row.format),
    ask: () => {
      save.reset();
      setAsking(true);
    },
    /** downloads the case in the format of the receiver */
    give: (row: CaseReceiver) => give.mutate({ receiver: row.receiver, reportId: formatOf(row) }),
    dialog: {
      opened: isAsking,
      problem: save.isError ? failureText(save.error) : null,
      pending: save.isPending,
      onConfirm: (reason: string) => save.mutate(reason),
      onCancel: () => setAsking(false),
    },
  };
}
