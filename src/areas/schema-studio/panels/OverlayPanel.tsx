/** What a region adds to ICH and changes of it, as one reads it. */
import { NativeSelect } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { overlayDifference } from '../../../../shared/schemas/overlayDifference.ts';
import type { LocalizedText } from '../../../../schemas/compile/sources.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { StatusBadge } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import styles from './panels.module.css';

export interface OverlayPanelProps {
  compiled: Compiled;
  appendix: string;
  onAppendix: (appendix: string) => void;
  onItem: (itemId: string) => void;
}

export function OverlayPanel({ compiled, appendix, onAppendix, onItem }: OverlayPanelProps) {
  const { t } = useTranslation('studio');
  const { language } = useRouteContext();
  const { catalogue, sources } = compiled;
  const found = useMemo(
    () => overlayDifference(catalogue, appendix, sources),
    [catalogue, appendix, sources],
  );
  const item = (itemId: string): ReactNode => (
    <button type="button" className={styles.link} onClick={() => onItem(itemId)}>
      {itemId}
    </button>
  );
  const label = (words: LocalizedText | undefined) => (words ? wordsIn(words, language) : '');
  const none = <p className={styles.dim}>{t('overlay.none')}</p>;
  const unsure = Object.values(catalogue.items).filter(
    (one) => one.appendix === appendix && one.certainty !== 'sure',
  ).length;
  const added = found.added.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <div className={styles.bar}>
        <NativeSelect
          size="xs"
          label={t('form.appendix')}
          value={appendix}
          data={['ICH', ...catalogue.appendices.map((one) => one.appendix)]}
          onChange={(event) => onAppendix(event.currentTarget.value)}
        />
        <span className={styles.dim}>
          {t('overlay.summary', {
            added,
            changed: new Set(found.changed.map(({ itemId }) => itemId)).size,
            hidden: found.hidden.length,
            rules: found.rules.length,
          })}
          {unsure > 0 && ` ${t('overlay.unsure', { count: unsure })}`}
        </span>
      </div>
      <div className={styles.scroll}>
        <h3>{t('overlay.added')}</h3>
        {added === 0 && none}
        {found.added.map(({ page, items }) => (
          <section key={page}>
            <h4>
              {page} {label(catalogue.pages[page]?.label)}
            </h4>
            <ul className={styles.plain}>
              {items.map(({ item: one, ownGroups }) => (
                <li key={one.itemId}>
                  {item(one.itemId)} {label(one.label)}{' '}
                  {ownGroups.length > 0 && <span className={styles.dim}>{ownGroups.join(' > ')}</span>}{' '}
                  {one.certainty !== 'sure' && (
                    <StatusBadge tone={one.certainty === 'doubtful' ? 'error' : 'warning'}>
                      {t(`certainty.${one.certainty}`)}
                    </StatusBadge>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <h3>{t('overlay.changed')}</h3>
        {found.changed.length === 0 && none}
        <table className={styles.table} hidden={found.changed.length === 0}>
          <thead>
            <tr>
              {(['item', 'property', 'before', 'after'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`overlay.columns.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.changed.map(({ itemId, property, before, after }) => (
              <tr key={`${itemId} ${property}`}>
                <td>
                  {item(itemId)} {label(catalogue.items[itemId]?.label)}
                </td>
                <td>{property}</td>
                <td>
                  <del>{readable(before)}</del>
                </td>
                <td>
                  <ins>{readable(after)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <h3>{t('overlay.hidden')}</h3>
        {found.hidden.length + found.heads.length === 0 && none}
        <ul className={styles.plain}>
          {found.hidden.map((one) => (
            <li key={one.itemId}>
              {item(one.itemId)} {label(one.label)}
            </li>
          ))}
          {found.heads.map(({ name, overlay }) => (
            <li key={name}>
              <code>{name}</code> {readable(overlay)}
            </li>
          ))}
        </ul>
        <h3>{t('overlay.rules')}</h3>
        {found.rules.length === 0 && none}
        <ul className={styles.plain}>
          {found.rules.map(({ id, severity, items, source }) => (
            <li key={id}>
              <StatusBadge tone={severity === 'error' ? 'error' : 'warning'}>
                {t(`findings.severity.${severity}`)}
              </StatusBadge>{' '}
              <code>{id}</code>{' '}
              {items.map((itemId) => (
                <span key={itemId}>{item(itemId)} </span>
              ))}
              <span className={styles.dim}>{source}</span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** A property of the catalogue in a line: words in English, sets as lists. */
function readable(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(readable).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  return (
    Object.entries(value)
      .map(([key, inner]) => `${key}: ${readable(inner)}`)
      .join(', ') || '–'
  );
}
