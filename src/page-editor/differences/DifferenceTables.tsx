/** What differs, page by page and row by row: marked by sign, word and colour; long texts word by word. */
import { Title, Text, Group } from '@mantine/core';
import { IconArrowsMoveVertical, IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Comparison } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { valueText, type CodeLabels } from '../../catalogue/display.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { Scroller, StatusBadge } from '../../components/index.ts';
import { Compared } from '../Compared.tsx';
import classes from './differences.module.css';
import { isOfRow } from './isOfRow.ts';

export type Difference = Comparison['listInfo'][number];

const MARKS = {
  added: { Sign: IconPlus, tone: 'success' },
  changed: { Sign: IconPencil, tone: 'warning' },
  removed: { Sign: IconMinus, tone: 'error' },
  moved: { Sign: IconArrowsMoveVertical, tone: 'info' },
  same: { Sign: IconEqual, tone: 'neutral' },
} as const;

/** How many of each kind there are. */
export const countsOf = (differences: readonly Difference[]) => {
  const count = (...kinds: Difference['kind'][]) =>
    differences.filter(({ kind }) => kinds.includes(kind)).length;
  return { added: count('added'), changed: count('changed', 'moved'), removed: count('removed') };
};

export interface DifferenceTablesProps {
  comparison: Comparison;
  catalogue: Catalogue;
  /** what both sides are called */
  names: readonly [string, string];
  /** the way to the field; left out: the items are no links */
  link?: {
    to: (difference: Difference) => string;
    /** called when the user goes to a field */
    onLeave: () => void;
  };
}

export function DifferenceTables(props: DifferenceTablesProps) {
  const { comparison, catalogue } = props;
  const { t } = useTranslation('history');
  const { language } = useRouteContext();
  const { listInfo } = comparison;
  const byPage = useMemo(() => [...Map.groupBy(listInfo, ({ page }) => page)], [listInfo]);
  const stored = useMemo(
    () =>
      listInfo.flatMap(({ itemId, before, after }) =>
        [before, after].map((side) => ({ itemId, value: side?.value ?? null })),
      ),
    [listInfo],
  );
  const words = useLabels(catalogue, stored, language);
  return byPage.map(([page, some]) => {
    const name = catalogue.pages[page] ? wordsIn(catalogue.pages[page].label, language) : page;
    return (
      <section key={page} aria-label={name}>
        <Group gap="xs" align="baseline">
          <Title order={3}>{name}</Title>
          <Text size="xs" c="dimmed">
            {t('counts', countsOf(some))}
          </Text>
        </Group>
        <DifferenceTable {...props} name={name} differences={some} words={words} />
      </section>
    );
  });
}

interface DifferenceTableProps extends DifferenceTablesProps {
  name: string;
  differences: readonly Difference[];
  words: CodeLabels;
}

function DifferenceTable(props: DifferenceTableProps) {
  const { comparison, catalogue, names, link, name, differences, words } = props;
  const { t } = useTranslation('history');
  const { language } = useRouteContext();
  const groupsOf = ({ itemId }: Difference) =>
    (catalogue.items[itemId] ?? catalogue.groups[itemId])?.groups ?? [];
  const byRow = [...Map.groupBy(differences, (one) => `${groupsOf(one)[0] ?? ''}|${one.rowNo}`)];
  const rowName = (key: string): string | null => {
    const [group = '', rowNo = '0'] = key.split('|');
    const found = catalogue.groups[group];
    if (!found) return null;
    const label = comparison.rows.find((row) => row.group === group && row.rowNo === Number(rowNo))?.label;
    const no = rowNo === '0' ? t('newRow') : rowNo;
    return [wordsIn(found.rowLabel, language), no, label && `· ${label}`].filter(Boolean).join(' ');
  };
  const nameOf = (one: Difference): string => {
    const group = isOfRow(catalogue, one) ? catalogue.groups[one.itemId] : undefined;
    const found = group?.rowLabel ?? catalogue.items[one.itemId]?.label;
    const inner = [one.rowNo2, one.rowNo3].filter((number) => number > 0).join('.');
    const label = found ? wordsIn(found, language) : one.itemId;
    return [group ? t('theRow', { row: label }) : label, inner && `(${inner})`].filter(Boolean).join(' ');
  };
  return (
    <Scroller className={classes.scroll} aria-label={name}>
      <table className={classes.table} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('difference')}</th>
            <th scope="col">{t('item')}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        {byRow.map(([key, some]) => {
          const heading = rowName(key);
          return (
            <tbody key={key}>
              {heading && (
                <tr className={classes.row}>
                  <th scope="rowgroup" colSpan={4}>
                    {heading}
                  </th>
                </tr>
              )}
              {some.map((one) => (
                <tr key={`${isOfRow(catalogue, one)}|${one.itemId}|${one.rowNo2}|${one.rowNo3}`}>
                  <td className={classes.mark}>
                    <Mark kind={one.kind} />
                  </td>
                  <td>
                    {link ? (
                      <Link
                        to={link.to(one)}
                        className={classes.item}
                        onClick={link.onLeave}
                        data-difference={one.kind === 'same' ? undefined : ''}
                      >
                        {nameOf(one)}
                      </Link>
                    ) : (
                      nameOf(one)
                    )}
                  </td>
                  <DifferenceCell one={one} catalogue={catalogue} words={words} side="before" />
                  <DifferenceCell one={one} catalogue={catalogue} words={words} side="after" />
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </Scroller>
  );
}

interface DifferenceCellProps {
  one: Difference;
  catalogue: Catalogue;
  words: CodeLabels;
  side: 'before' | 'after';
}

function DifferenceCell({ one, catalogue, words, side }: DifferenceCellProps) {
  const { t } = useTranslation('history');
  const item = catalogue.items[one.itemId];
  const textOf = (of: Difference['before']) => (of === null ? '' : valueText(item, of, words));
  const text = textOf(one[side]);
  const other = textOf(one[side === 'before' ? 'after' : 'before']);
  const isText = item?.control === 'text' || item?.control === 'longText';
  return (
    <td className={classes.said}>
      {one.hidden ? (
        <em>{t('blinded')}</em>
      ) : text === '' ? (
        <span className={classes.none} aria-label={t('nothing')}>
          —
        </span>
      ) : (
        <Compared text={text} other={isText && one.kind === 'changed' ? other : text} />
      )}
    </td>
  );
}

function Mark({ kind }: { kind: Difference['kind'] }) {
  const { t } = useTranslation('history');
  const { Sign, tone } = MARKS[kind];
  return (
    <StatusBadge tone={tone}>
      <Sign size={13} aria-hidden /> {t(`marks.${kind}`)}
    </StatusBadge>
  );
}
