import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../shared/contract/menus.ts';
import styles from './DataTable.module.css';

export interface Paging {
  pageNo: number;
  rowCount: number;
}

export interface PagingInfo extends Paging {
  totalCount: number;
  totalPage: number;
  /** there are more than are counted */
  more?: boolean;
}

interface PagerProps {
  /** of what: a dialog may have a list over another one */
  label: string;
  info: PagingInfo;
  onPaging?: (paging: Paging) => void;
  /** how many rows a page has cannot be chosen now */
  sizeHeld?: boolean;
}

/** How many there are, how many are shown, and the way to the others. */
export function Pager({ label, info, onPaging, sizeHeld = false }: PagerProps) {
  const { t } = useTranslation('components');
  const { pageNo, rowCount, totalCount, totalPage, more } = info;
  return (
    <div className={styles.paging}>
      <span role="status">{t(more ? 'paging.more' : 'paging.total', { count: totalCount })}</span>
      <label>
        {t('paging.size')}
        <select
          value={rowCount}
          disabled={sizeHeld}
          onChange={(event) => onPaging?.({ pageNo: 1, rowCount: Number(event.currentTarget.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <nav aria-label={t('paging.label', { of: label })}>
        <Pagination
          size="xs"
          total={totalPage}
          value={pageNo}
          onChange={(page) => onPaging?.({ pageNo: page, rowCount })}
          getItemProps={(page) => ({ 'aria-label': t('paging.page', { page }) })}
          getControlProps={(control) => ({ 'aria-label': t(`paging.${control}`) })}
        />
      </nav>
    </div>
  );
}
