/** The columns of the table of decisions. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImportMessage } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { StatusBadge, type Column } from '../../components/index.ts';
import { ProposalBadge } from '../../import-view/ImportBadges.tsx';
import { Sides, type Fact } from './Sides.tsx';
import classes from './ImportPage.module.css';

/** Which compared fields a column shows; the fields are those of the duplicate check. */
const FIELDS = {
  patient: ['initials', 'birth', 'age', 'sex', 'subject'],
  product: ['product'],
  reaction: ['event'],
} as const;

interface Actions {
  onDecide: (message: ImportMessage) => void;
  onShow: (message: ImportMessage) => void;
  /** shows the values of a printed form */
  onCheck: (message: ImportMessage) => void;
}

export function useDecisionColumns(actions: Actions): Column<ImportMessage>[] {
  const { t } = useTranslation('import');
  const fields = (key: keyof typeof FIELDS): Column<ImportMessage> => ({
    key,
    label: t(`columns.${key}`),
    width: key === 'patient' ? 180 : 130,
    render: ({ facts, targetSeq }) => {
      const names: readonly string[] = FIELDS[key];
      return (
        <Sides
          facts={facts.filter(({ field }) => names.includes(field))}
          isLabelled={names.length > 1}
          targetSeq={targetSeq}
        />
      );
    },
  });
  return [
    {
      key: 'message',
      label: t('columns.message'),
      width: 130,
      render: ({ seq, caseNumber, fileName, form }) => (
        <>
          <strong>{seq}</strong> {caseNumber}
          <Text size="xs" c="dimmed" className={classes.fileName}>
            {fileName} {form && `· ${form}`}
          </Text>
        </>
      ),
    },
    {
      key: 'proposal',
      label: t('columns.proposal'),
      width: 180,
      render: (message) => <Proposal message={message} />,
    },
    {
      key: 'decision',
      label: t('columns.decision'),
      width: 150,
      render: (message) => (
        <>
          <Decision message={message} />
          <DecisionActions message={message} {...actions} />
        </>
      ),
    },
    fields('patient'),
    {
      key: 'dates',
      label: t('columns.dates'),
      width: 140,
      render: (message) => <Sides facts={datesOf(message, t)} isLabelled targetSeq={message.targetSeq} />,
    },
    fields('product'),
    fields('reaction'),
    {
      key: 'found',
      label: t('columns.found'),
      width: 90,
      render: ({ errors, warnings }) => (
        <span className={classes.counts}>
          {errors > 0 && <StatusBadge tone="error">{t('count.error', { count: errors })}</StatusBadge>}
          {warnings > 0 && (
            <StatusBadge tone="warning">{t('count.warning', { count: warnings })}</StatusBadge>
          )}
        </span>
      ),
    },
  ];
}

/** The dates of receipt and the start of the reaction. */
const datesOf = (
  { received, mostRecent, facts }: ImportMessage,
  t: (key: 'dates.received' | 'dates.mostRecent') => string,
): Fact[] => [
  ...[
    { field: 'received', label: t('dates.received'), ...received },
    { field: 'mostRecent', label: t('dates.mostRecent'), ...mostRecent },
  ].map(({ ours, theirs, ...fact }) => ({
    ...fact,
    ours: ours === '' ? [] : [ours],
    theirs: theirs === '' ? [] : [theirs],
    // later information is no disagreement
    match: ours !== '' && ours === theirs ? ('agree' as const) : ('missing' as const),
  })),
  ...facts.filter(({ field }) => field === 'onset'),
];

function Proposal({ message: { proposal, target, targetSeq, problem } }: { message: ImportMessage }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  return (
    <>
      <ProposalBadge proposal={proposal} />{' '}
      {target && (
        <Anchor component={Link} to={to(`case/${target.caseKey}/detail`)} target="_blank" size="sm">
          {t('target', { caseNo: target.caseNo, versionNo: target.versionNo })}
        </Anchor>
      )}
      {targetSeq !== null && <span>{t('targetSeq', { seq: targetSeq })}</span>}
      {problem && (
        <Text size="xs" className={classes.why}>
          {problem}
        </Text>
      )}
    </>
  );
}

function DecisionActions({ message, onDecide, onShow, onCheck }: Actions & { message: ImportMessage }) {
  const { t } = useTranslation('import');
  const name = message.caseNumber ?? String(message.seq);
  return (
    <Group gap={4} mt={4}>
      {message.printed && message.choices.length > 0 && (
        <Button
          size="compact-sm"
          variant={message.printed.accepted === null ? 'filled' : 'default'}
          aria-label={`${t('form.check', { count: message.printed.values })}: ${name}`}
          onClick={() => onCheck(message)}
        >
          {t('form.check', { count: message.printed.values })}
        </Button>
      )}
      {message.choices.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('decideOf', { name })}
          onClick={() => onDecide(message)}
        >
          {t('decide')}
        </Button>
      )}
      {message.message > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('showOf', { name })}
          onClick={() => onShow(message)}
        >
          {t('show')}
        </Button>
      )}
    </Group>
  );
}

function Decision({ message: { decision, proposal, userDecision } }: { message: ImportMessage }) {
  const { t } = useTranslation('import');
  if (proposal === 'refused') return <StatusBadge tone="neutral">{t('decisions.none')}</StatusBadge>;
  return (
    <>
      <StatusBadge tone={decision === null ? 'warning' : decision === 'skip' ? 'neutral' : 'info'}>
        {t(`decisions.${decision ?? 'open'}`)}
      </StatusBadge>
      {userDecision && (
        <Text size="xs" c="dimmed">
          {t('byUser', { user: userDecision.userName, reason: userDecision.reason })}
        </Text>
      )}
    </>
  );
}
