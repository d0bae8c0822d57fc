/** What is still to do in the case, page by page and receiver by receiver; every entry leads to its field. */
import { Checkbox, CloseButton, Loader, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { keyText } from '../../../keys/index.ts';
import { entriesFor, entriesOf, isMissing, type Entry } from './entries.ts';
import { useChecked } from './useLiveCase.ts';
import { findingKey, SEVERITIES, type PageFindings } from './findingsOrder.ts';
import { ALL_RECEIVERS, pagesOf, type CaseFindings } from './useCaseFindings.ts';
import { FindingEntry, type FindingEntryProps } from './FindingEntry.tsx';
import classes from './FindingsPanel.module.css';

export interface FindingsPanelProps {
  catalogue: Catalogue;
  findings: CaseFindings;
}

const NONE: readonly Entry[] = [];
/** Until the case is checked: zero would be an answer. */
const UNKNOWN_COUNT = '–';

/** In the list of receivers: those of the region on the screen. */
const OF_REGION = '';

export function FindingsPanel({ catalogue, findings }: FindingsPanelProps) {
  const { t } = useTranslation('findings');
  const { language } = useRouteContext();
  const { known, everybody, ofRegion, receiver, receivers, severity } = findings;
  const checked = useChecked(findings.live);
  const all = checked ? entriesOf(checked.findings) : NONE;
  const ofReceivers = useMemo(() => entriesFor(all, receivers), [all, receivers]);
  const byPage = checked ? pagesOf(checked, { receivers, severity }) : [];
  const shownCount = (entries: readonly Entry[]) => (checked ? String(entries.length) : UNKNOWN_COUNT);
  const counted = (of: readonly string[]) => `${of.join(', ')} (${shownCount(entriesFor(all, of))})`;
  const rowOf = useMemo(
    () => checked && rowName(checked.world.catalogue, checked.rows.values(), language),
    [checked, language],
  );
  return (
    <aside className={classes.panel} aria-label={t('title')}>
      <div className={classes.head}>
        <Title order={2}>{t('title')}</Title>
        <CloseButton aria-label={t('common:close')} onClick={() => findings.setOpen(false)} />
      </div>
      <NativeSelect
        label={t('receiver')}
        disabled={receiver === ALL_RECEIVERS}
        value={receiver === ALL_RECEIVERS ? OF_REGION : (receiver ?? OF_REGION)}
        data={[
          { value: OF_REGION, label: t('ofRegion', { receivers: counted(ofRegion) }) },
          ...everybody.map((one) => ({ value: one, label: counted([one]) })),
        ]}
        onChange={({ currentTarget: { value } }) => findings.setReceiver(value || null)}
      />
      <Checkbox
        size="xs"
        mt={6}
        label={`${t('allReceivers')} (${shownCount(all)})`}
        checked={receiver === ALL_RECEIVERS}
        onChange={({ currentTarget: { checked: on } }) => findings.setReceiver(on ? ALL_RECEIVERS : null)}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        mt={8}
        aria-label={t('severity')}
        value={severity ?? ''}
        onChange={(value) => findings.setSeverity(SEVERITIES.find((one) => one === value) ?? null)}
        data={[
          { value: '', label: `${t('all')} ${shownCount(ofReceivers)}` },
          ...SEVERITIES.map((one) => ({
            value: one,
            label: `${t(`severities.${one}`)} ${shownCount(ofReceivers.filter((entry) => entry.severity === one))}`,
          })),
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t('ofNow', { next: keyText('nextFinding'), previous: keyText('previousFinding') })}
      </Text>
      {!checked && findings.failed && <EmptyState title={t('failed')} />}
      {!checked && !findings.failed && <Loader m="md" aria-label={t('frame:loading')} />}
      {checked && byPage.length === 0 && <EmptyState title={t('none')} />}
      {checked &&
        rowOf &&
        byPage.map((group) => (
          <PageSection
            key={group.page.page}
            group={group}
            everybody={known.length}
            entry={{ checked, catalogue, rowOf, findings }}
          />
        ))}
    </aside>
  );
}

/** Entries of a page listed at once; more are a press away. */
const LISTED = 60;

interface PageSectionProps {
  group: PageFindings<Entry>;
  /** how many receivers there are */
  everybody: number;
  entry: Omit<FindingEntryProps, 'entry'>;
}

/** So many missing items of a page are one line, which opens. */
const GROUPED_FROM = 4;

interface EntriesProps {
  entries: readonly Entry[];
  entry: PageSectionProps['entry'];
}

function Entries({ entries, entry }: EntriesProps) {
  const { t } = useTranslation('findings');
  const missing = entries.filter(isMissing);
  const isGrouped = missing.length >= GROUPED_FROM;
  const listed = isGrouped ? entries.filter((one) => !isMissing(one)) : entries;
  const lines = (some: readonly Entry[]) => (
    <ul className={classes.list}>
      {some.map((one) => (
        <li key={findingKey(one)}>
          <FindingEntry {...entry} entry={one} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {isGrouped && (
        <details className={classes.missing} data-severity={missing[0]?.severity}>
          <summary>{t('missing', { count: missing.length })}</summary>
          {lines(missing)}
        </details>
      )}
      {listed.length > 0 && lines(listed)}
    </>
  );
}

/** The findings of a page: first what all receivers ask for, then what some do. */
function PageSection({ group: { page, findings: all }, everybody, entry }: PageSectionProps) {
  const { t } = useTranslation('findings');
  const { language } = useRouteContext();
  const [limit, setLimit] = useState(LISTED);
  const groups = useMemo(
    () =>
      [...Map.groupBy(all.slice(0, limit), ({ receivers }) => receivers.join(', '))].toSorted(
        ([, [a]], [, [b]]) => (b?.receivers.length ?? 0) - (a?.receivers.length ?? 0),
      ),
    [all, limit],
  );
  return (
    <section aria-label={wordsIn(page.label, language)}>
      <h3 className={classes.page}>
        {wordsIn(page.label, language)}
        <span className={classes.count}>{all.length}</span>
      </h3>
      {groups.map(([receivers, some]) => (
        <div key={receivers}>
          <h4 className={classes.receivers}>
            {some[0]?.receivers.length === everybody ? t('allReceivers') : receivers}
          </h4>
          <Entries entries={some} entry={entry} />
        </div>
      ))}
      {all.length > limit && (
        <button type="button" className={classes.more} onClick={() => setLimit(limit + 10 * LISTED)}>
          {t('more', { count: all.length - limit })}
        </button>
      )}
    </section>
  );
}
