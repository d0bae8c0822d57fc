/** What is proposed for each message that was read, beside the stored case; decisions can be changed before anything is imported. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmImport, type ImportMessage, type ImportRun } from '../../../shared/contract/index.ts';
import { PROPOSALS } from '../../../shared/import/import.types.ts';
import { call } from '../../api/index.ts';
import { ConfirmDialog, DataTable, Toolbar } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { FormDialog } from './form/FormDialog.tsx';
import { IMPORTS, messagesQuery, namesOf, type MessageFilter } from './importRuns.queries.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { useDecisionColumns } from './useDecisionColumns.tsx';
import { useImportScope } from './useImportScope.ts';
import classes from './ImportPage.module.css';

interface DecisionTableProps {
  run: ImportRun;
  /** reads the files again */
  onRead: () => void;
  onDiscard: () => void;
}

type Only = NonNullable<MessageFilter['only']>;

const FIRST_PAGE = { pageNo: 1, rowCount: 20 };

export function DecisionTable({ run, onRead, onDiscard }: DecisionTableProps) {
  const { t } = useTranslation('import');
  const [paging, setPaging] = useState(FIRST_PAGE);
  const [only, setOnly] = useState<Only | ''>('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<readonly ImportMessage[]>([]);
  const [shown, setShown] = useState<number | null>(null);
  const [checking, setChecking] = useState<number | null>(null);
  const filter = { ...paging, ...(only !== '' && { only }) };
  const messages = useQuery(messagesQuery(useImportScope(), run, filter));
  const rows = messages.data?.listInfo ?? [];
  const columns = useDecisionColumns({
    onDecide: (message) => setDeciding([message]),
    onShow: ({ seq }) => setShown(seq),
    onCheck: ({ seq }) => setChecking(seq),
  });
  const selected = rows.filter(({ seq, choices }) => chosen.has(String(seq)) && choices.length > 0);
  return (
    <>
      <Summary run={run} />
      <Toolbar label={t('table.title')}>
        <NativeSelect
          aria-label={t('table.only')}
          size="xs"
          value={only}
          data={[
            { value: '', label: t('table.all', { count: run.messages }) },
            { value: 'open', label: `${t('table.open')} (${run.open})` },
            ...PROPOSALS.map((value) => ({
              value,
              label: `${t(`proposals.${value}`)} (${run.proposals[value]})`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setOnly(value as Only | '');
            setPaging(FIRST_PAGE);
            setChosen(new Set());
          }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={selected.length === 0}
          onClick={() => setDeciding(selected)}
        >
          {t('table.decide', { count: selected.length })}
        </Button>
        <Button size="xs" variant="default" onClick={onRead}>
          {t('table.readAgain')}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('discard')}
        </Button>
        <Confirm run={run} />
      </Toolbar>
      <FailureNotice error={messages.error} />
      <div className={classes.decisions}>
        <DataTable
          label={t('table.title')}
          rows={rows}
          rowKey={({ seq }) => String(seq)}
          nameOf={({ seq, caseNumber, fileName }) => `${seq} ${caseNumber ?? fileName}`}
          columns={columns}
          loading={messages.isPending}
          busy={messages.isPlaceholderData}
          selected={chosen}
          onSelect={setChosen}
          fullText
          paging={messages.data?.pageInfo}
          onPaging={(next) => {
            setPaging(next);
            setChosen(new Set());
          }}
        />
      </div>
      {deciding.length > 0 && (
        <DecisionDialog runKey={run.runKey} messages={deciding} onClose={() => setDeciding([])} />
      )}
      {checking !== null && (
        <FormDialog runKey={run.runKey} seq={checking} onClose={() => setChecking(null)} />
      )}
      {shown !== null && <MessageDialog runKey={run.runKey} seq={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** The numbers, in the order in which they matter. */
function Summary({ run }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const { messages, chosen, open, proposals } = run;
  return (
    <div role="status" className={classes.summary}>
      <h2>{t('summary.title', { count: messages, files: namesOf(run) })}</h2>
      <p>
        {t('summary.chosen', { count: chosen })}{' '}
        {open > 0 && <strong>{t('summary.open', { count: open })}</strong>}{' '}
        {proposals.refused > 0 && t('summary.refused', { count: proposals.refused })}
      </p>
    </div>
  );
}

/**
 * Imports what is chosen; says before what is left out because nobody decided about it. Where all are refused or skipped, it ends
 * the import, so that their senders are answered.
 */
function Confirm({ run: { runKey, chosen, messages, open } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const queries = useQueryClient();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const work = useMutation({
    mutationFn: () => call(confirmImport, { params: { runKey } }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: IMPORTS });
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  });
  return (
    <Group ml="auto">
      <Button
        size="xs"
        disabled={chosen === 0 && open > 0}
        loading={work.isPending}
        onClick={() => (open > 0 ? setDialogOpen(true) : work.mutate())}
      >
        {t(chosen === 0 && open === 0 ? 'confirm.end' : 'confirm.import', { chosen, messages })}
      </Button>
      <ConfirmDialog
        opened={isDialogOpen}
        title={t('confirm.title')}
        message={t('confirm.open', { count: open })}
        confirmLabel={t('confirm.import', { chosen, messages })}
        onConfirm={() => {
          setDialogOpen(false);
          work.mutate();
        }}
        onCancel={() => setDialogOpen(false)}
      />
    </Group>
  );
}
