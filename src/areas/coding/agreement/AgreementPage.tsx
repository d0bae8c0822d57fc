/** How far first and second coders agree beyond chance, by level of the dictionary and by pair of coders. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CODED_TWICE_MENU,
  exportTermsCodedTwice,
  listTermsCodedTwice,
} from '../../../../shared/contract/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { DayField, Dialog, EmptyState, LoadingArea, PageHeader } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { List } from '../../../lists/index.ts';
import classes from './agreement.module.css';
import { agreementQuery, codedTwiceQuery, periodOf, type Meant } from './agreement.queries.ts';
import { AgreementTable, type AgreementRow } from './AgreementTable.tsx';
import { IntervalChart } from './IntervalChart.tsx';

const WIDTH_PX = 1200;

const ENDS = ['from', 'to'] as const;

export function AgreementPage() {
  const { t } = useTranslation(['coding', 'pages']);
  const { sponsorKey, sessionSenderKey, language } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${language}`;
  const known = useQuery(codedTwiceQuery(scope));
  const [chosen, setChosen] = useState({ dictionary: '', from: '', to: '' });
  const [unread, setUnread] = useState({ from: false, to: false });
  const dictionaries = known.data?.dictionaries ?? [];
  const dictionary =
    dictionaries.find((one) => one.dictionary === chosen.dictionary) ??
    dictionaries.find(({ levels }) => levels.length > 1) ??
    dictionaries[0];
  return (
    <div className={classes.page}>
      <PageHeader title={t('pages:titles.codingAgreement')} />
      <p className={classes.hint}>{t('agreement.hint')}</p>
      {known.isPending && <LoadingArea />}
      {known.isError && <FailedArea kind="panel" error={known.error} onRetry={() => void known.refetch()} />}
      {known.data && !dictionary && <EmptyState title={t('agreement.nothing')} />}
      {dictionary && (
        <>
          <div className={classes.choices}>
            <NativeSelect
              label={t('compare.dictionary')}
              value={dictionary.dictionary}
              data={dictionaries.map((one) => ({ value: one.dictionary, label: one.label }))}
              onChange={({ currentTarget }) => setChosen({ ...chosen, dictionary: currentTarget.value })}
            />
            {ENDS.map((end) => (
              <DayField
                key={end}
                label={t(`agreement.${end}`)}
                value={chosen[end]}
                onChange={(day, isRead) => {
                  setChosen({ ...chosen, [end]: day });
                  setUnread({ ...unread, [end]: !isRead });
                }}
              />
            ))}
          </div>
          {unread.from || unread.to ? (
            <EmptyState title={t('agreement.unread')} />
          ) : (
            <Numbers
              scope={scope}
              meant={{ ...chosen, dictionary: dictionary.dictionary }}
              levels={dictionary.levels}
            />
          )}
        </>
      )}
    </div>
  );
}

interface NumbersProps {
  scope: string;
  meant: Meant;
  levels: readonly string[];
}

function Numbers({ scope, meant, levels }: NumbersProps) {
  const { t } = useTranslation('coding');
  const read = useQuery(agreementQuery(scope, meant));
  const [level, setLevel] = useState(0);
  const [open, setOpen] = useState<{ row: AgreementRow; agreed?: 'Y' | 'N' | undefined } | null>(null);
  if (read.isError) return <FailedArea kind="panel" error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <LoadingArea />;
  const ofLevel = Math.min(level, levels.length - 1);
  const onOpen = (row: AgreementRow, agreed?: 'Y' | 'N') => setOpen({ row, agreed });
  return (
    <>
      <IntervalChart levels={levels} values={read.data.levels} />
      <AgreementTable
        label={t('agreement.byLevel')}
        what={t('agreement.level')}
        rows={read.data.levels.map((value, index) => {
          const name = levels[index] ?? '';
          return { key: name, name, level: index, value };
        })}
        onOpen={onOpen}
      />
      <h2 className={classes.part}>{t('agreement.byPair')}</h2>
      <div className={classes.choices}>
        <NativeSelect
          label={t('agreement.level')}
          value={String(ofLevel)}
          data={levels.map((label, index) => ({ value: String(index), label }))}
          onChange={({ currentTarget }) => setLevel(Number(currentTarget.value))}
        />
      </div>
      <AgreementTable
        label={t('agreement.byPair')}
        what={t('agreement.coders')}
        rows={read.data.pairs.flatMap(({ coder, coderName, otherCoder, otherName, levels: values }) => {
          const value = values[ofLevel];
          const name = `${coderName}, ${otherName}`;
          const coders = { coder, otherCoder };
          return value ? [{ key: `${coder} ${otherCoder}`, name, level: ofLevel, value, coders }] : [];
        })}
        onOpen={onOpen}
      />
      {open && <Terms {...{ meant, ...open }} onClose={() => setOpen(null)} />}
    </>
  );
}

interface TermsProps {
  meant: Meant;
  row: AgreementRow;
  agreed?: 'Y' | 'N' | undefined;
  onClose: () => void;
}

/** The terms behind a number. */
function Terms({ meant, row: { name, level, coders }, agreed, onClose }: TermsProps) {
  const { t } = useTranslation(['coding', 'common']);
  const title = t('agreement.list', { name });
  return (
    <Dialog size={WIDTH_PX} title={title} onClose={onClose}>
      <List
        menuId={CODED_TWICE_MENU}
        call={listTermsCodedTwice}
        exportCall={exportTermsCodedTwice}
        params={{ dictionary: meant.dictionary }}
        query={{ ...periodOf(meant), ...coders, level, ...(agreed && { agreed }) }}
        label={title}
        searchLabel={t('search')}
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Dialog>
  );
}
