/** The conditions of an expression as a list of what holds and what does not. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../shared/expressions/explain.ts';
import classes from './why.module.css';

interface WhyTreeProps {
  why: Explanation;
  rowOf: (group: string, path: readonly number[]) => string;
}

export const WhyTree = ({ why, rowOf }: WhyTreeProps) => (
  <ul className={classes.tree}>
    <Node why={why} rowOf={rowOf} />
  </ul>
);

function Node({ why, rowOf }: WhyTreeProps) {
  const { t, i18n } = useTranslation('explain');
  const mark = why.holds !== null && (
    <span className={classes.mark} data-holds={why.holds}>
      <span aria-hidden>{why.holds ? '✓' : '✗'}</span>
      <VisuallyHidden component="span">{t(why.holds ? 'holds' : 'fails')}</VisuallyHidden>
    </span>
  );
  if (why.by === 'test')
    return (
      <li>
        {mark} <code>{why.source}</code>
        {why.rows.map(({ group, count }) => (
          <small key={group}>{t('rows', { group, count })}</small>
        ))}
      </li>
    );
  if (why.by === 'fact')
    return (
      <li>
        {mark} {why.label[i18n.language as keyof typeof why.label]}
        {why.values.length > 0 && <small>{why.values.join(', ')}</small>}
      </li>
    );
  if ('parts' in why)
    return (
      <li>
        {mark} {t(`by.${why.by}`)}
        <ul>
          {why.parts.map((part, at) => (
            <Node key={at} why={part} rowOf={rowOf} />
          ))}
        </ul>
      </li>
    );
  return (
    <li>
      {mark} {t(`by.${why.by}`, { group: why.group, count: why.count })}
      <ul>
        {why.rows.map(({ path, why: row }) => (
          <li key={path.join('.')}>
            <b>{rowOf(why.group, path)}</b>
            <ul>
              <Node why={row} rowOf={rowOf} />
            </ul>
          </li>
        ))}
      </ul>
    </li>
  );
}
