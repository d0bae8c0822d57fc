/** What is still to do in the case, page by page; every entry leads to its field. */
import { CloseButton, Loader, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState, StatusBadge } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { keyText } from '../../../keys/index.ts';
import type { CaseFinding } from '../case.queries.ts';
import { itemPath, useCasePlace } from '../casePlace.ts';
import { findingKey, SEVERITIES } from '../findingsOrder.ts';
import type { CaseFindings } from '../useCaseFindings.ts';
import classes from './FindingsPanel.module.css';

export interface FindingsPanelProps {
  catalogue: Catalogue;
  findings: CaseFindings;
  /** of the open page, whose unsaved edits no finding knows of; null where none is open */
  session: PageSession | null;
}

export function FindingsPanel({ catalogue, findings, session }: FindingsPanelProps) {
  const { t } = useTranslation('findings');
  const { language } = usePlace();
  const { all, byPage, receivers = [], receiver, severity } = findings;
  return (
    <aside className={classes.panel} aria-label={t('title')}>
      <div className={classes.head}>
        <Title order={2}>{t('title')}</Title>
        <CloseButton aria-label={t('common:close')} onClick={() => findings.setOpen(false)} />
      </div>
      <NativeSelect
        label={t('receiver')}
        value={receiver ?? ''}
        data={receivers.map(({ region, receiverName }) => ({ value: region, label: receiverName }))}
        onChange={({ currentTarget: { value } }) => findings.setReceiver(value)}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        mt={8}
        aria-label={t('severity')}
        value={severity ?? ''}
        onChange={(value) => findings.setSeverity(SEVERITIES.find((one) => one === value) ?? null)}
        data={[
          { value: '', label: `${t('all')} ${all.length}` },
          ...SEVERITIES.map((one) => ({
            value: one,
            label: `${t(`severities.${one}`)} ${all.filter((finding) => finding.severity === one).length}`,
          })),
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t('ofStored', { next: keyText('nextFinding'), previous: keyText('previousFinding') })}
      </Text>
      {findings.loading && <Loader m="md" aria-label={t('frame:loading')} />}
      {!findings.loading && byPage.length === 0 && <EmptyState title={t('none')} />}
      {byPage.map(({ page, findings: some }) => (
        <section key={page.page} aria-label={wordsIn(page.label, language)}>
          <h3 className={classes.page}>
            {wordsIn(page.label, language)}
            <span className={classes.count}>{some.length}</span>
          </h3>
          <ul className={classes.list}>
            {some.map((finding) => (
              <li key={findingKey(finding)}>
                <FindingLink
                  finding={finding}
                  catalogue={catalogue}
                  session={session}
                  current={findings.visited === findingKey(finding)}
                  onVisit={() => findings.setVisited(findingKey(finding))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}

interface FindingLinkProps {
  finding: CaseFinding;
  catalogue: Catalogue;
  session: PageSession | null;
  current: boolean;
  onVisit: () => void;
}

function FindingLink({ finding, catalogue, session, current, onVisit }: FindingLinkProps) {
  const { t } = useTranslation('findings');
  const { language } = usePlace();
  const { caseKey, to } = useCasePlace();
  const item = catalogue.items[finding.itemId];
  const path = itemPath(catalogue, caseKey, finding);
  if (!item || path === null) return null;
  const holds =
    session &&
    item.page === session.page &&
    (session.rootPath[0] ?? 0) === (session.rootPath.length ? finding.rowNo : 0);
  return (
    <Link
      to={to(path)}
      className={classes.finding}
      data-severity={finding.severity}
      aria-current={current || undefined}
      onClick={onVisit}
    >
      {finding.row && <span className={classes.row}>{finding.row}</span>}
      <strong>{wordsIn(item.label, language)}</strong>
      <span>
        <span className={classes.quiet}>{t(`severities.${finding.severity}`)}: </span>
        {wordsIn(finding.message, language)}
      </span>
      <small>{finding.ruleId}</small>
      {holds && <EditedSince session={session} finding={finding} />}
    </Link>
  );
}

/** A finding speaks of the stored value: what was typed since may have settled it. */
function EditedSince({ session, finding }: { session: PageSession; finding: CaseFinding }) {
  const { t } = useTranslation('findings');
  const { changed } = useAtomValue(session.view(finding), { store: session.store });
  return changed ? <StatusBadge tone="neutral">{t('editedSince')}</StatusBadge> : null;
}
