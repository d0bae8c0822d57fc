import type { Notice } from '../fields/registry.ts';
import { useEngine } from './context.ts';
import type { Finding } from './formState.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import styles from './form.module.css';

/** What the rules say about the item. */
export function Findings({ id, findings }: { id: string; findings: readonly Finding[] }) {
  const { language, t } = useEngine();
  return (
    <div id={id}>
      {findings.map(({ ruleId, severity, message }) => (
        <div key={ruleId} className={styles.message} data-severity={severity}>
          <SeverityIcon severity={severity} />
          <span>
            <span className={styles.quiet}>{t(`severity.${severity}`)}: </span>
            {message[language] ?? message.en}
          </span>
        </div>
      ))}
    </div>
  );
}

/** What the field did on its own accord, with the way back. */
export function NoticeLine({
  id,
  notice,
  onDone,
}: {
  id: string;
  notice: Notice | null;
  onDone: () => void;
}) {
  const { t } = useEngine();
  return (
    // there before the message is, or it would not be spoken
    <div id={id} role="status">
      {notice && (
        <div className={styles.message} data-severity="warning">
          <SeverityIcon severity="warning" />
          <span>{notice.message}</span>
          {notice.undo && (
            <button
              type="button"
              onClick={() => {
                notice.undo?.();
                onDone();
              }}
            >
              {t('undo')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
