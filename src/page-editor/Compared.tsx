/** A text with the words marked that another one does not have. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { differingWords, inkOf, type Part } from './wordDiff.ts';
import classes from './Compared.module.css';

export interface ComparedProps {
  text: string;
  /** what it is compared with */
  other?: string;
}

/** Where more than this part of a text differs, it is another text: marks would only make it hard to read. */
const MOSTLY = 0.7;

function partsOf(text: string, other: string): Part[] {
  const parts = differingWords(text, other);
  const differing = parts.reduce((sum, part) => sum + (part.differs ? part.text.length : 0), 0);
  return differing > text.length * MOSTLY ? [{ text, differs: false }] : parts;
}

export function Compared({ text, other = '' }: ComparedProps) {
  const { t } = useTranslation('editor');
  const parts = useMemo(() => partsOf(text, other), [text, other]);
  if (text === '') return <span className={classes.empty}>{t('stale.empty')}</span>;
  return (
    <div className={classes.text}>
      {parts.map((part, index) => (part.differs ? <mark key={index}>{inkOf(part.text)}</mark> : part.text))}
    </div>
  );
}
