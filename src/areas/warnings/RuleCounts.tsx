/** The warnings there are, with how many of each; each leads to those alone, and back to all. */
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DataOf, countWarnings } from '../../../shared/contract/index.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { pathOfRule, WARNINGS_PATH, type WarningScope } from './warningScope.ts';
import classes from './warnings.module.css';

type Counts = DataOf<typeof countWarnings>['listInfo'];

const TONES: Record<Counts[number]['severity'], Tone> = { error: 'error', warning: 'warning', info: 'info' };

export interface RuleCountsProps {
  counts: Counts;
  narrowed: WarningScope;
}

export function RuleCounts({ counts, narrowed }: RuleCountsProps) {
  const { t } = useTranslation('warnings');
  const to = usePathTo();
  const { warning: chosen, receiver, caseKey } = narrowed;
  const shown = counts.filter(({ warning, count }) => count > 0 || warning === chosen);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const only = receiver === undefined ? t('case') : t('receiver', { receiver });
  return (
    <nav aria-label={t('byWarning')}>
      <ul className={classes.counts}>
        {(receiver !== undefined || caseKey !== undefined) && (
          <li>
            <Link to={to(WARNINGS_PATH)} className={classes.count} aria-current="true" title={t('showAll')}>
              {t('narrowed', { what: only })}
              <IconX size={14} role="img" aria-label={t('showAll')} />
            </Link>
          </li>
        )}
        <li>
          <Link
            to={to(WARNINGS_PATH)}
            className={classes.count}
            aria-current={Object.keys(narrowed).length === 0 ? 'true' : undefined}
          >
            {t('all')}
            <StatusBadge tone="neutral">{total}</StatusBadge>
          </Link>
        </li>
        {shown.map(({ warning, label, severity, count }) => (
          <li key={warning}>
            <Link
              to={to(warning === chosen ? WARNINGS_PATH : pathOfRule(warning))}
              className={classes.count}
              aria-current={warning === chosen ? 'true' : undefined}
            >
              {label}
              <StatusBadge tone={TONES[severity]}>{count}</StatusBadge>
              {warning === chosen && <IconX size={14} role="img" aria-label={t('showAll')} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
