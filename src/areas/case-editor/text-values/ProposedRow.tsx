/** The proposed values of one drug, reaction, test, or of the patient. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { EMPTY_VALUE } from '../../../../shared/case/itemValue.ts';
import { displayDate } from '../../../../shared/dates/partialDate.ts';
import type { ProposedGroup } from '../../../../shared/contract/index.ts';
import { valueText, type CodeLabels } from '../../../catalogue/display.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { StatusBadge } from '../../../components/index.ts';
import type { Language } from '../../../i18n/index.ts';
import { sentenceId } from './LitText.tsx';
import classes from './textValues.module.css';

interface ProposedRowProps {
  group: ProposedGroup;
  catalogue: Catalogue;
  language: Language;
  labels: CodeLabels;
  accepted: ReadonlySet<string>;
  /** of the text that the sentences are in */
  textId: string;
  /** the value whose sentence is to be lit */
  onLit: (key: string) => void;
  onAccept: (keys: readonly string[]) => void;
}

export function ProposedRow(props: ProposedRowProps) {
  const { group, accepted, onAccept } = props;
  const { t } = useTranslation('textValues');
  const keys = group.values.map(({ key }) => key);
  // a contradiction is never accepted with others
  const open = group.values.filter(({ key, differs }) => !differs && !accepted.has(key)).length;
  const name = t(`subjects.${group.subject}`, { name: group.name });
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <h3>{name}</h3>
        {group.rowNo === 0 && <StatusBadge tone="neutral">{t('newRow')}</StatusBadge>}
        {open > 1 && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('acceptAllOf', { name })}
            onClick={() =>
              onAccept(keys.filter((key) => group.values.some((one) => one.key === key && !one.differs)))
            }
          >
            {t('acceptAll')}
          </Button>
        )}
      </div>
      <ul>
        {group.values.map((value) => (
          <ProposedItem key={value.key} {...props} value={value} />
        ))}
      </ul>
    </li>
  );
}

function ProposedItem(props: ProposedRowProps & { value: ProposedGroup['values'][number] }) {
  const { value, catalogue, language, labels, accepted, textId, onLit, onAccept } = props;
  const { t } = useTranslation('textValues');
  const isAccepted = accepted.has(value.key);
  const shown = value.changes.flatMap(({ itemId, value: wanted, current }) => {
    const item = catalogue.items[itemId];
    if (!item || item.versionOf !== null) return [];
    const textOf = (one: string | null) => valueText(item, { ...EMPTY_VALUE, value: one }, labels);
    return [{ label: wordsIn(item.label, language), text: textOf(wanted), current: textOf(current) }];
  });
  const what = shown.map(({ label, text }) => `${label} ${text}`).join(', ');
  return (
    <li
      className={classes.value}
      data-accepted={isAccepted || undefined}
      onMouseEnter={() => onLit(value.key)}
      onFocus={() => onLit(value.key)}
    >
      <dl>
        {shown.map(({ label, text, current }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
            {current !== '' && current !== text && (
              <dd className={classes.current}>{t('current', { current })}</dd>
            )}
          </div>
        ))}
      </dl>
      {value.differs && <StatusBadge tone="warning">{t('differs')}</StatusBadge>}
      <Button
        size="compact-xs"
        variant={isAccepted ? 'light' : 'default'}
        aria-pressed={isAccepted}
        aria-label={t('acceptOf', { what })}
        aria-describedby={sentenceId(textId, value.sentence)}
        onClick={() => onAccept([value.key])}
      >
        {isAccepted ? t('accepted') : t('accept')}
      </Button>
      {value.synonym && (
        <p className={classes.synonym}>
          {t('synonym', {
            approvedBy: value.synonym.approvedBy,
            until: displayDate(value.synonym.until),
          })}
        </p>
      )}
    </li>
  );
}
