import type { Notice } from '../fields/registry.ts';
import { useEngine } from '../page/context.ts';
import type { Finding } from '../page/formState.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import styles from './form.module.css';

/** What the rules say about the item. */
export function Findings({ id, findings }: { id: string; findings: readonly Finding[] }) {
  const { language, services, t } = useEngine();
  return findings.map((finding, index) => (
    <div key={finding.ruleId} className={styles.message} data-severity={finding.severity}>
      <SeverityIcon severity={finding.severity} />
      <span id={findingId(id, index)}>
        <span className={styles.quiet}>{t(`severity.${finding.severity}`)}: </span>
        {finding.message[language] ?? finding.message.en}
      </span>
      {/* out of the tab order: the menu of the item asks the same */}
      {services.showWhy && (
        <button type="button" tabIndex={-1} onClick={() => services.showWhy?.({ kind: 'finding', finding })}>
          {t('explain:why')}
        </button>
      )}
    </div>
  ));
}

/** The id of the sentence of one of the findings, for the input it describes. */
export const findingId = (id: string, index: number): string => `${id}-${index}`;

interface NoticeLineProps {
  /** of the field, which gets the focus back when the notice goes */
  inputId: string;
  notice: Notice;
  onDone: () => void;
}

/** What the field did on its own accord, with the way back. It is spoken by the announcer of the page. */
export function NoticeLine({ inputId, notice, onDone }: NoticeLineProps) {
  const { t } = useEngine();
  const leave = () => {
    onDone();
    document.getElementById(notice.inputId ?? inputId)?.focus();
  };
  return (
    <div id={`${inputId}-notice`} className={styles.message} data-severity="warning">
      <SeverityIcon severity="warning" />
      <span>{notice.message}</span>
      {notice.undo && (
        <button
          type="button"
          onClick={() => {
            notice.undo?.();
            leave();
          }}
        >
          {t('undo')}
        </button>
      )}
      <button type="button" aria-label={t('notice.dismiss')} title={t('notice.dismiss')} onClick={leave}>
        ×
      </button>
    </div>
  );
}
