/** Opens the findings. It counts them before they are opened, as the list does. */
import { Button, VisuallyHidden } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { entriesFor, entriesOf } from './entries.ts';
import classes from './FindingsButton.module.css';
import type { CaseFindings } from './useCaseFindings.ts';
import { useChecked } from './useLiveCase.ts';

/** Until the case is checked: zero would be an answer. */
const UNKNOWN_COUNT = '–';

export function FindingsButton({ findings }: { findings: CaseFindings }) {
  const { t } = useTranslation(['editor', 'findings']);
  const { open, receivers } = findings;
  const checked = useChecked(findings.live);
  const entries = checked && entriesFor(entriesOf(checked.findings), receivers);
  const countOf = (severity: 'error' | 'warning') =>
    entries?.filter((entry) => entry.severity === severity).length ?? null;
  const [errors, warnings] = [countOf('error'), countOf('warning')];
  return (
    <Button
      variant={open ? 'light' : 'default'}
      aria-pressed={open}
      leftSection={<IconChecklist size={15} aria-hidden />}
      onClick={() => findings.setOpen(!open)}
    >
      {t('findings.title')}
      <span className={classes.counts} aria-hidden>
        <span data-severity={errors ? 'error' : undefined}>{errors ?? UNKNOWN_COUNT}</span>
        <span data-severity={warnings ? 'warning' : undefined}>{warnings ?? UNKNOWN_COUNT}</span>
      </span>
      {errors !== null && warnings !== null && (
        <VisuallyHidden>
          {t('findings:counts', {
            errors: t('findings:readiness.errors', { count: errors }),
            warnings: t('findings:readiness.warnings', { count: warnings }),
          })}
        </VisuallyHidden>
      )}
    </Button>
  );
}
