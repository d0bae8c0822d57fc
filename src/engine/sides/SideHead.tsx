import { exceedsLength, lengthOf } from '../../../shared/case/itemValue.ts';
import { useEngine } from '../page/context.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import styles from './sides.module.css';

interface SideHeadProps {
  name: string;
  text: string;
  limit: number | null;
}

/** What a side is, and how long its text is and may be. */
export function SideHead({ name, text, limit }: SideHeadProps) {
  const { t } = useEngine();
  const count = lengthOf(text);
  const over = exceedsLength(text, limit);
  return (
    <div className={styles.head}>
      <strong>{name}</strong>
      <span data-over={over || undefined}>
        {over && <SeverityIcon severity="error" />}
        {limit === null ? t('sides.count', { count }) : t(over ? 'sides.over' : 'sides.of', { count, limit })}
      </span>
    </div>
  );
}
