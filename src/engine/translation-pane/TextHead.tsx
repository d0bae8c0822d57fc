import { exceedsLength, lengthOf } from '../../../shared/case/itemValue.ts';
import { useEngine } from '../page/context.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import styles from './translationPane.module.css';

interface TextHeadProps {
  name: string;
  text: string;
  limit: number | null;
}

/** The name of a text, and its length and limit. */
export function TextHead({ name, text, limit }: TextHeadProps) {
  const { t } = useEngine();
  const count = lengthOf(text);
  const over = exceedsLength(text, limit);
  return (
    <div className={styles.head}>
      <strong>{name}</strong>
      <span data-over={over || undefined}>
        {over && <SeverityIcon severity="error" />}
        {limit === null
          ? t('translationPane.count', { count })
          : t(over ? 'translationPane.over' : 'translationPane.of', { count, limit })}
      </span>
    </div>
  );
}
