/** The pages of a report, one at a time, with their size on the screen. */
import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ReportPage } from '../../shared/reports/report.types.ts';
import { pageOf } from './hotSpots.ts';
import { ReportSheet } from './ReportSheet.tsx';
import classes from './ReportSheets.module.css';

export interface ReportSheetsProps {
  pages: readonly ReportPage[];
  /** key of the value whose places are lit; its page is shown */
  lit: string | null;
  changed?: ReadonlySet<string> | undefined;
  onOpen?: ((address: ItemAddress) => void) | undefined;
}

const ZOOMS = [100, 125, 150, 200] as const;

export function ReportSheets({ pages, lit, changed, onOpen }: ReportSheetsProps) {
  const { t } = useTranslation('report');
  const [index, setIndex] = useShownPage(pages, lit);
  const [zoom, setZoom] = useState<number>(ZOOMS[0]);
  const page = pages[index];
  if (!page) return null;
  const label = t('page', { page: index + 1, pages: pages.length });
  return (
    <>
      <Group gap={6} className={classes.tools}>
        <ActionIcon
          variant="default"
          aria-label={t('previousPage')}
          disabled={index === 0}
          onClick={() => setIndex(index - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" role="status">
          {label}
        </Text>
        <ActionIcon
          variant="default"
          aria-label={t('nextPage')}
          disabled={index === pages.length - 1}
          onClick={() => setIndex(index + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <NativeSelect
          size="xs"
          ml="auto"
          aria-label={t('zoom')}
          data={ZOOMS.map((value) => ({ value: String(value), label: t('percent', { value }) }))}
          value={zoom}
          onChange={({ currentTarget: { value } }) => setZoom(Number(value))}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('hint')}
      </Text>
      <div className={classes.desk}>
        <ReportSheet
          page={page}
          label={label}
          lit={lit}
          zoom={zoom}
          {...(changed && { changed })}
          {...(onOpen && { onOpen })}
        />
      </div>
    </>
  );
}

/** The page that the user chose, until another value is lit that a page shows. */
function useShownPage(pages: readonly ReportPage[], lit: string | null): [number, (index: number) => void] {
  const [shown, setShown] = useState({ index: 0, lit: null as string | null });
  let { index } = shown;
  if (lit !== shown.lit) {
    const here = pages.slice(index, index + 1);
    if (lit !== null && pageOf(here, lit) === null) index = pageOf(pages, lit) ?? index;
    setShown({ index, lit });
  }
  return [Math.min(index, pages.length - 1), (next) => setShown({ index: next, lit })];
}
