/** Where a text is reported: what a code would be saved to. Terms of cases that cannot be edited say why, and are not chosen. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CODING_ACCESS, type GroupTerm } from '../../../../shared/contract/index.ts';
import { usePathTo } from '../../../app-context/routeContext.ts';
import { StatusBadge } from '../../../components/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import classes from './cockpit.module.css';

export interface PlacesTableProps {
  terms: readonly GroupTerm[];
  chosen: ReadonlySet<string>;
  /** without the codes that the terms have */
  isBlind: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

export function PlacesTable({ terms, chosen, isBlind, onChoose }: PlacesTableProps) {
  const { t } = useTranslation('coding');
  const to = usePathTo();
  const mayCases = useMay(...CODING_ACCESS);
  const toggle = (rowKey: string) => {
    const rest = new Set(chosen);
    if (!rest.delete(rowKey)) rest.add(rowKey);
    onChoose(rest);
  };
  return (
    <table className={classes.places}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('case')}</th>
          <th scope="col">{t('cockpit.where')}</th>
          {!isBlind && <th scope="col">{t('codeOf')}</th>}
          <th scope="col">{t('cockpit.context')}</th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <tr key={term.rowKey}>
            <td>
              <Checkbox
                aria-label={t('cockpit.codeOne', { case: term.caseNo, place: term.place })}
                disabled={term.refusal !== null}
                checked={chosen.has(term.rowKey)}
                onChange={() => toggle(term.rowKey)}
              />
            </td>
            <td className={classes.caseNo}>
              {mayCases ? <Link to={to(term.link)}>{term.caseNo}</Link> : term.caseNo}
            </td>
            <td>
              {term.place}
              {term.refusal && <span className={classes.refusal}>{term.refusal.errMsg}</span>}
            </td>
            {!isBlind && (
              <td>
                {term.code}
                {term.codedBy !== null && <span className={classes.by}>{term.codedBy}</span>}
                {term.textChanged && (
                  <StatusBadge tone="warning">{t('cockpit.doubts.textChanged')}</StatusBadge>
                )}
              </td>
            )}
            <td>
              <Context of={term.context} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sentence of the narrative, with the words of the term lit. */
export function Context({ of }: { of: GroupTerm['context'] }) {
  const { t } = useTranslation('coding');
  if (of === null) return <span className={classes.by}>{t('cockpit.noContext')}</span>;
  // the parts of one sentence never change their places
  return of.map(({ text, lit }, index) =>
    lit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
