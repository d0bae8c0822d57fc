/** One finding of the to-do list: its item, its message, the way there, and the reason. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { pathIn, useRouteContext } from '../../../app-context/routeContext.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import { nowhereOf, type Entry } from './entries.ts';
import type { CheckedCase } from './liveCase.ts';
import { findingKey } from './findingsOrder.ts';
import type { CaseFindings } from './useCaseFindings.ts';
import classes from './FindingsPanel.module.css';

export interface FindingEntryProps {
  entry: Entry;
  checked: CheckedCase;
  /** as the region on the screen sees it */
  catalogue: Catalogue;
  /** names the rows of an address */
  rowOf: (address: ItemAddress) => string;
  findings: CaseFindings;
}

export function FindingEntry({ entry, checked, catalogue, rowOf, findings }: FindingEntryProps) {
  const { t } = useTranslation(['findings', 'explain']);
  const context = useRouteContext();
  const { pathOf, to } = useCaseRoute();
  const dialogs = useEditorDialogs();
  const whole = checked.world.catalogue;
  const item = whole.items[entry.itemId];
  if (!item) return null;
  const { language } = context;
  const nowhere = nowhereOf(catalogue, checked, entry);
  const region = nowhere === 'region' ? item.appendix : null;
  const path = pathOf(whole, entry);
  const words = <EntryWords entry={entry} row={rowOf(entry)} label={wordsIn(item.label, language)} />;
  const current = findings.visited === findingKey(entry);
  const visit = () => findings.setVisited(findingKey(entry));
  const label = wordsIn(item.label, language);
  return (
    <div className={classes.entry} data-severity={entry.severity} data-rule={entry.ruleId}>
      {nowhere === null && path !== null ? (
        <Link to={to(path)} className={classes.finding} aria-current={current || undefined} onClick={visit}>
          {words}
        </Link>
      ) : (
        <div className={classes.finding}>
          {words}
          <span className={classes.nowhere}>
            {region !== null && path !== null ? (
              <Link to={pathIn({ ...context, appendix: region }, path)} onClick={visit}>
                {t('nowhere.goToRegion', { region })}
              </Link>
            ) : (
              t(`nowhere.${nowhere ?? 'hidden'}`)
            )}
          </span>
        </div>
      )}
      <button
        type="button"
        className={classes.why}
        aria-label={t('explain:whyOf', { label })}
        onClick={() => dialogs.show('why', { kind: 'finding', finding: entry })}
      >
        {t('explain:why')}
      </button>
    </div>
  );
}

function EntryWords({ entry, row, label }: { entry: Entry; row: string; label: string }) {
  const { t } = useTranslation('findings');
  const { language } = useRouteContext();
  return (
    <>
      {row && <span className={classes.row}>{row}</span>}
      <strong>{label}</strong>
      <span>
        <VisuallyHidden component="span">{t(`severities.${entry.severity}`)}: </VisuallyHidden>
        {wordsIn(entry.message, language)}
      </span>
    </>
  );
}
