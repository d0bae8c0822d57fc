/** What is wrong with a rule, in words. */
import { useTranslation } from 'react-i18next';
import type { RuleFault } from '../../../../shared/sync/checkRules.ts';
import classes from './mapping.module.css';

export function Faults({ faults }: { faults: readonly RuleFault[] }) {
  const { t } = useTranslation('syncRules');
  if (faults.length === 0) return null;
  return (
    <ul className={classes.faults}>
      {faults.map(({ fault, detail }) => (
        <li key={fault}>{t(`faults.${fault}`, { detail })}</li>
      ))}
    </ul>
  );
}
