/** Any two sides of a case beside each other: version, unsaved edits, imported file, any moment. */
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowsExchange, IconArrowUp, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import {
  countsOf,
  DifferenceTables,
  type Difference,
} from '../../../page-editor/differences/DifferenceTables.tsx';
import { ariaKeys, followKey, keyText } from '../../../keys/index.ts';
import { itemPath, pagePath, useCaseRoute } from '../caseRoute.ts';
import type { Version } from '../status/versions.queries.ts';
import { CompareReport } from './CompareReport.tsx';
import classes from './history.module.css';
import { comparisonQuery, momentsQuery } from './history.queries.ts';
import { draftOf, sideGroups, sideName, sideOf, type SideGroup } from './sides.ts';

export interface CompareSidesProps {
  caseKey: number;
  /** newest first */
  versions: readonly Version[];
  catalogue: Catalogue;
  /** of the open page, whose unsaved edits are a side */
  session: PageSession | null;
  onBack: () => void;
  /** called when the user goes to a field */
  onLeave: () => void;
}

/** Entries of a picker drawn at once; the others are found by typing. */
const DRAWN = 60;

/** In the tables and in the report. */
const DIFFERENCES = '[data-difference], [data-changed]';

export function CompareSides({ caseKey, versions, catalogue, session, onBack, onLeave }: CompareSidesProps) {
  const { t } = useTranslation(['history', 'status']);
  const timeZone = useTimeZone();
  const { to } = useCaseRoute();
  const moments = useQuery(momentsQuery(caseKey));
  // The state when the comparison is opened: the page cannot be edited behind the dialog.
  const [draft] = useState(() => draftOf(session, catalogue));
  const list = useMemo(() => moments.data?.listInfo ?? [], [moments.data]);
  const groups = useMemo(
    () => sideGroups(t, { versions, moments: list, draft, timeZone }),
    [t, versions, list, draft, timeZone],
  );
  const before = versions[versions.findIndex((one) => one.caseKey === caseKey) + 1];
  const [newer, setNewer] = useState(draft ? sideName.draft : sideName.version(caseKey));
  const [chosen, setOlder] = useState<string | null>(
    draft ? sideName.version(caseKey) : before ? sideName.version(before.caseKey) : null,
  );
  // of a case of one version: how it began
  const older = chosen ?? (list[0] ? sideName.moment(list[0].saveNo) : null);
  const [all, setAll] = useState(false);
  const [inReport, setInReport] = useState(false);
  const sides = useMemo(
    () => ({ older: sideOf(older ?? sideName.draft, draft), newer: sideOf(newer, draft), all }),
    [older, newer, draft, all],
  );
  const found = useQuery({ ...comparisonQuery(caseKey, sides), enabled: older !== null });
  const root = useRef<HTMLDivElement>(null);

  const go = (by: 1 | -1) => () => {
    const links = [...(root.current?.querySelectorAll<HTMLElement>(DIFFERENCES) ?? [])];
    if (links.length === 0) return false;
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[(at + by + links.length + (at < 0 && by < 0 ? 1 : 0)) % links.length];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  const keys = { nextFinding: go(1), previousFinding: go(-1) };
  const onKeyDown = (event: KeyboardEvent) => void followKey(event.nativeEvent, keys);
  const pathTo = (one: Difference): string => {
    const kind = catalogue.pages[one.page]?.kind;
    const isGone = one.kind === 'removed' && catalogue.groups[one.itemId] !== undefined;
    const row = kind === 'rows' && !isGone && one.rowNo > 0 ? one.rowNo : null;
    return to(itemPath(catalogue, caseKey, one) ?? pagePath(caseKey, one.page, row));
  };
  const swap = () => {
    setOlder(newer);
    setNewer(older ?? newer);
  };
  return (
    <Stack ref={root} onKeyDown={onKeyDown} data-comparison>
      <div className={classes.tools}>
        <SidePicker label={t('older')} value={older} groups={groups} onChange={setOlder} />
        <Button variant="default" px={8} aria-label={t('swap')} title={t('swap')} onClick={swap}>
          <IconArrowsExchange size={16} aria-hidden />
        </Button>
        <SidePicker label={t('newer')} value={newer} groups={groups} onChange={setNewer} />
      </div>
      <div className={classes.tools}>
        <Checkbox label={t('all')} checked={all} disabled={inReport} onChange={() => setAll(!all)} />
        <Checkbox label={t('inReport')} checked={inReport} onChange={() => setInReport(!inReport)} />
        <Group gap={4}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            aria-keyshortcuts={ariaKeys(['previousFinding'])}
            title={keyText('previousFinding')}
            onClick={go(-1)}
          >
            {t('previousDifference')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowDown size={14} aria-hidden />}
            aria-keyshortcuts={ariaKeys(['nextFinding'])}
            title={keyText('nextFinding')}
            onClick={go(1)}
          >
            {t('nextDifference')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </Group>
        <Button variant="default" size="xs" ml="auto" onClick={onBack}>
          {t('status:menu.versions')}
        </Button>
      </div>
      {found.data && (
        <Text aria-live="polite" fw={600}>
          {t('counts', countsOf(found.data.listInfo))}
        </Text>
      )}
      {found.isPending && <LoadingArea />}
      {found.isError && <EmptyState title={failureText(found.error)} />}
      {found.data?.listInfo.length === 0 && <EmptyState title={t('noDifference')} />}
      {found.data && inReport && (
        <CompareReport
          {...{ caseKey, versions, catalogue, onLeave }}
          side={sides.newer}
          differences={found.data.listInfo}
        />
      )}
      {found.data && !inReport && (
        <DifferenceTables
          comparison={found.data}
          catalogue={catalogue}
          names={[labelIn(groups, older), labelIn(groups, newer)]}
          link={{ to: pathTo, onLeave }}
        />
      )}
    </Stack>
  );
}

const labelIn = (groups: readonly SideGroup[], name: string | null): string =>
  groups.flatMap(({ items }) => items).find(({ value }) => value === name)?.label ?? '';

interface SidePickerProps {
  label: string;
  value: string | null;
  groups: readonly SideGroup[];
  onChange: (value: string) => void;
}

const SidePicker = ({ label, value, groups, onChange }: SidePickerProps) => (
  <Select
    className={classes.side}
    label={label}
    value={value}
    data={groups}
    searchable
    limit={DRAWN}
    allowDeselect={false}
    onChange={(next) => next !== null && onChange(next)}
  />
);
