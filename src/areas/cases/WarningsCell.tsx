/** What a case is warned of: the worst in words, how many kinds there are besides; leads to the warnings of that case. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListRow } from '../../../shared/contract/index.ts';
import { StatusBadge } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import type { DrawnCell } from '../../lists/index.ts';
import classes from './CaseListPage.module.css';

export function WarningsCell({ row, cell: { words } }: { row: ListRow; cell: DrawnCell }) {
  const { t } = useTranslation('cases');
  const to = usePathTo();
  const [worst, ...others] = words;
  if (!worst) return null;
  const all = words.map(({ word }) => word).join(', ');
  return (
    <Link
      to={to(`case/warning/case/${row.rowKey}`)}
      className={classes.warnings}
      title={all}
      aria-label={t('warnings', { caseNo: row.name, warnings: all })}
    >
      <StatusBadge tone={worst.tone ?? 'neutral'}>{worst.word}</StatusBadge>
      {others.length > 0 && <span data-more={`+${others.length}`} />}
    </Link>
  );
}
