/** Numbers of agreement, one row each; every number of terms opens its list. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DataOf, readCodingAgreement } from '../../../../shared/contract/index.ts';
import { Scroller } from '../../../components/index.ts';
import classes from './agreement.module.css';
import { useNumber } from './useNumber.ts';

type Agreement = DataOf<typeof readCodingAgreement>['levels'][number];

/** `agreed`: undefined for both. */
type OpenTerms = (row: AgreementRow, agreed?: 'Y' | 'N') => void;

export interface AgreementRow {
  key: string;
  /** of the level, or of both coders */
  name: string;
  /** index of the level */
  level: number;
  value: Agreement;
  coders?: { coder: string; otherCoder: string };
}

export interface AgreementTableProps {
  label: string;
  /** heading of the names */
  what: string;
  rows: readonly AgreementRow[];
  onOpen: OpenTerms;
}

export function AgreementTable({ label, what, rows, onOpen }: AgreementTableProps) {
  const { t } = useTranslation('coding');
  const number = useNumber();
  const countOf = (row: AgreementRow, count: number, heading: string, agreed?: 'Y' | 'N') =>
    count === 0 ? (
      '0'
    ) : (
      <Anchor
        component="button"
        type="button"
        aria-label={`${row.name}, ${heading}: ${count}`}
        onClick={() => onOpen(row, agreed)}
      >
        {count}
      </Anchor>
    );
  return (
    <Scroller className={classes.scroll} aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">{t('agreement.terms')}</th>
            <th scope="col">{t('agreement.equal')}</th>
            <th scope="col">{t('agreement.different')}</th>
            <th scope="col">{t('agreement.kappa')}</th>
            <th scope="col">{t('agreement.interval')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { subjects, agreed, kappa, low, high } = row.value;
            const share = subjects > 0 && ` (${number((100 * agreed) / subjects, 0)} %)`;
            return (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                <td>{countOf(row, subjects, t('agreement.terms'))}</td>
                <td>
                  {countOf(row, agreed, t('agreement.equal'), 'Y')}
                  {share}
                </td>
                <td>{countOf(row, subjects - agreed, t('agreement.different'), 'N')}</td>
                <td>{kappa === null ? t('agreement.none') : number(kappa, 2)}</td>
                <td>{low === null || high === null ? '' : `${number(low, 2)} – ${number(high, 2)}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}
