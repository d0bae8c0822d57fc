/** What the rules of a receiver say about the stored case; each finding leads to its field. */
import { CloseButton, Loader, NativeSelect, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { DataOf, readReceivers } from '../../../../shared/contract/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState, StatusBadge } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { findingsQuery, type Finding } from '../case.queries.ts';
import { itemPath, useCasePlace } from '../casePlace.ts';
import classes from './FindingsPanel.module.css';

const SEVERITIES = [
  { severity: 'error', tone: 'error', title: 'findings.errors' },
  { severity: 'warning', tone: 'warning', title: 'findings.warnings' },
  { severity: 'info', tone: 'info', title: 'findings.infos' },
] as const;

export interface FindingsPanelProps {
  caseKey: number;
  catalogue: Catalogue;
  receivers: DataOf<typeof readReceivers>['listInfo'];
  /** region of the chosen receiver */
  receiver: string;
  onReceiver: (receiver: string) => void;
  onClose: () => void;
}

export function FindingsPanel({
  caseKey,
  catalogue,
  receivers,
  receiver,
  onReceiver,
  onClose,
}: FindingsPanelProps) {
  const { t } = useTranslation('editor');
  const findings = useQuery(findingsQuery(caseKey, receiver));
  const all = findings.data?.findings ?? [];
  return (
    <aside className={classes.panel} aria-label={t('findings.title')}>
      <div className={classes.head}>
        <Title order={2}>{t('findings.title')}</Title>
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </div>
      <NativeSelect
        label={t('findings.receiver')}
        value={receiver}
        data={receivers.map(({ region, receiverName }) => ({ value: region, label: receiverName }))}
        onChange={({ currentTarget: { value } }) => onReceiver(value)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t('findings.ofStored')}
      </Text>
      {findings.isPending && <Loader m="md" aria-label={t('frame:loading')} />}
      {findings.isSuccess && all.length === 0 && <EmptyState title={t('findings.none')} />}
      {SEVERITIES.map(({ severity, tone, title }) => {
        const some = all.filter((finding) => finding.severity === severity);
        if (some.length === 0) return null;
        return (
          <section key={severity} aria-label={t(title)}>
            <h3 className={classes.severity}>
              {t(title)} <StatusBadge tone={tone}>{some.length}</StatusBadge>
            </h3>
            <ul className={classes.list}>
              {some.map((finding) => (
                <li
                  key={`${finding.ruleId} ${finding.itemId} ${finding.rowNo}.${finding.rowNo2}.${finding.rowNo3}`}
                >
                  <FindingLink finding={finding} catalogue={catalogue} caseKey={caseKey} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </aside>
  );
}

function FindingLink({
  finding,
  catalogue,
  caseKey,
}: {
  finding: Finding;
  catalogue: Catalogue;
  caseKey: number;
}) {
  const { language } = usePlace();
  const { to } = useCasePlace();
  const item = catalogue.items[finding.itemId];
  const path = itemPath(catalogue, caseKey, finding);
  const words = (
    <>
      <strong>{item ? wordsIn(item.label, language) : finding.itemId}</strong>
      <span>{wordsIn(finding.message, language)}</span>
      <small>{finding.ruleId}</small>
    </>
  );
  return path ? (
    <Link to={to(path)} className={classes.finding}>
      {words}
    </Link>
  ) : (
    <span className={classes.finding}>{words}</span>
  );
}
