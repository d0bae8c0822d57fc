/** What explanations are put together of: a reason with its source, and the items that were read for it. */
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../shared/expressions/explain.ts';
import classes from './why.module.css';

interface WhyPartProps {
  title: string;
  /** where it is written down */
  source: string;
  /** level of its heading; conditions in it are one lower */
  top?: 3 | 4;
  children: ReactNode;
}

export function WhyPart({ title, source, top = 4, children }: WhyPartProps) {
  const { t } = useTranslation('explain');
  const id = useId();
  const Heading = `h${top}` as const;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
      <p className={classes.source}>{t('source', { source })}</p>
    </section>
  );
}

interface WhyConditionProps {
  title: string;
  top?: 4 | 5;
  children: ReactNode;
}

export function WhyCondition({ title, top = 5, children }: WhyConditionProps) {
  const Heading = `h${top}` as const;
  return (
    <div className={classes.condition}>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** The expression as it is written, on demand; nothing where it is shown already, since it has no words. */
export function WhyExpression({ why }: { why: Explanation }) {
  const { t } = useTranslation('explain');
  if (why.by === 'test' && !why.words) return null;
  return (
    <details className={classes.expression}>
      <summary>{t('showExpression')}</summary>
      <code>{why.source}</code>
    </details>
  );
}

/** An item that was read, in words. */
export interface WhyInput {
  key: string;
  itemId: string;
  label: string;
  /** its row; empty: it does not repeat */
  place: string;
  /** empty: nothing was said */
  text: string;
  /** the user may not see the value */
  blinded: boolean;
}

/** Items, and what they say. */
export function WhyInputs({ caption, inputs }: { caption: string; inputs: readonly WhyInput[] }) {
  const { t } = useTranslation('explain');
  if (inputs.length === 0) return null;
  return (
    <table className={classes.inputs}>
      <caption>{caption}</caption>
      <tbody>
        {inputs.map(({ key, itemId, label, place, text, blinded }) => (
          <tr key={key}>
            <th scope="row">
              <code>{itemId}</code> {label}
              <small>{place}</small>
            </th>
            <td>{blinded ? t('blinded') : text || <i>{t('nothing')}</i>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
