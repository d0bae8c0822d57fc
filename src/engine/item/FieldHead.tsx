import { useAtomValue } from 'jotai';
import { memo } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import type { FieldEntry } from '../fields/registry.ts';
import { keyText } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { ChangeMark } from './ChangeMark.tsx';
import { useEngine } from '../page/context.ts';
import { hasSides } from '../page/shortcuts.ts';
import { useMasterChoice } from './useMasterChoice.ts';
import styles from './form.module.css';

interface FieldHeadProps {
  id: string;
  item: CatalogueItem;
  address: ItemAddress;
  labels: FieldEntry['labels'];
  level: 'M' | 'C' | 'O' | null;
  readOnly: boolean;
  /** what the item was, where it is changed */
  was: ItemValue | null;
  /** the change, also where it could not be made any more: its right or its row is gone */
  mayTakeBack: boolean;
  notationShown: boolean;
  hasNotation: boolean;
  onNotation: () => void;
}

/** The line above an input: its label, how binding it is, and what can be done with the item. */
export const FieldHead = memo(function FieldHead(props: FieldHeadProps) {
  const { id, item, address, labels, level, readOnly, notationShown, hasNotation, onNotation } = props;
  const { was, mayTakeBack } = props;
  const { language, services, t } = useEngine();
  const choose = useMasterChoice(item, address, id);
  const label = item.label[language];
  const ofLabel = { id: `${id}-label`, className: styles.label, title: item.help?.[language] };
  const words = (
    <>
      {label}
      <RequiredMark level={level} />
      <span className={styles.itemId}>{item.itemId}</span>
    </>
  );
  return (
    <div className={styles.head}>
      {labels === 'input' ? (
        <label {...ofLabel} htmlFor={id}>
          {words}
        </label>
      ) : (
        <span {...ofLabel}>{words}</span>
      )}
      <span className={styles.tools}>
        {was && <ChangeMark item={item} address={address} original={was} mayTakeBack={mayTakeBack} />}
        {item.selection && services.choose && !readOnly && (
          <ToolButton
            action="choose"
            label={t(`tool.choose.${item.selection.master}`, { keys: keyText('lookUp') })}
            glyph="☰"
            keep
            onClick={() => void choose()}
          />
        )}
        {item.nullFlavors.length > 0 && !readOnly && (
          <ToolButton
            action="nullFlavor"
            label={t('tool.nullFlavor', { label, keys: keyText('nullFlavor') })}
            glyph="∅"
            menu
          />
        )}
        {item.notation && (
          <ToolButton
            action="notation"
            label={t('tool.notation', { label, keys: keyText('notation') })}
            glyph="文"
            expanded={notationShown}
            keep={hasNotation && !notationShown}
            onClick={onNotation}
          />
        )}
        {hasSides(item) && (
          <ToolButton
            action="translationPane"
            label={t('tool.translationPane', { label, keys: keyText('translationPane') })}
            glyph="⇔"
          />
        )}
        {services.askQuestion && <AskButton label={label} address={address} />}
        <ToolButton
          action="item"
          label={t('tool.item', { label, keys: keyText('itemMenu') })}
          glyph="⋯"
          menu
        />
      </span>
    </div>
  );
});

/** For the eye and the mouse; assistive technology has the description of the input and the menu of the item. */
function RequiredMark({ level }: { level: FieldHeadProps['level'] }) {
  const { services, t } = useEngine();
  if (level !== 'M' && level !== 'C') return null;
  const mark = {
    className: level === 'M' ? styles.required : styles.conditional,
    'aria-hidden': true,
    children: level === 'M' ? '*' : '◦',
  };
  const title = t(`required.${level}`);
  if (!services.showWhy) return <span {...mark} title={title} />;
  return (
    <button
      {...mark}
      type="button"
      tabIndex={-1}
      data-action="why"
      title={`${title} · ${t('explain:why')}`}
    />
  );
}

/** Asks about the item; with the number of its questions that are not closed it stays in sight. */
function AskButton({ label, address }: { label: string; address: ItemAddress }) {
  const { form, t } = useEngine();
  const { length: count } = useAtomValue(form.questions(addressKey(address)));
  const ask = t('tool.ask', { label, keys: keyText('askQuestion') });
  return (
    <ToolButton
      action="ask"
      label={count > 0 ? `${ask}: ${t('questions.open', { count })}` : ask}
      glyph={count > 0 ? `?${count}` : '?'}
      keep={count > 0}
      marked={count > 0}
    />
  );
}

interface ToolButtonProps {
  action: string;
  label: string;
  glyph: string;
  menu?: boolean;
  expanded?: boolean;
  /** in sight also while the field is not in use */
  keep?: boolean;
  /** drawn in the colour of warnings */
  marked?: boolean;
  onClick?: () => void;
}

/** Out of the tab order: a key of its own (see `shortcuts.ts`) does the same from the input. */
const ToolButton = ({ action, label, glyph, menu, expanded, keep, marked, onClick }: ToolButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    data-action={action}
    data-keep={keep || undefined}
    data-marked={marked || undefined}
    className={light.iconButton}
    aria-label={label}
    title={label}
    aria-haspopup={menu ? 'menu' : undefined}
    aria-expanded={expanded}
    onClick={onClick}
  >
    {glyph}
  </button>
);
