/** The values of a form by its boxes, each with the choice to accept or refuse it. */
import { Button, Group, Radio, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedForm } from '../../../../shared/contract/index.ts';
import classes from './form.module.css';

type Value = PrintedForm['values'][number];

/** By the keys of values; none: not decided yet. */
export type Choices = ReadonlyMap<string, boolean>;

interface FormValuesProps {
  values: readonly Value[];
  choices: Choices;
  /** key of the value whose place is lit */
  lit: string | null;
  /** the user wants to end: what is not decided is named */
  isSubmitted: boolean;
  onLight: (key: string) => void;
  onDecide: (keys: readonly string[], accepted: boolean) => void;
}

export function FormValues({ values, ...choosing }: FormValuesProps) {
  const { t } = useTranslation('import');
  const { choices, onDecide } = choosing;
  return (
    <>
      {[...Map.groupBy(values, ({ box }) => box)].map(([box, inBox]) => {
        const open = inBox.filter(({ key }) => !choices.has(key)).map(({ key }) => key);
        const name = t('form.box', { box });
        return (
          <section key={box} className={classes.box} aria-label={name}>
            <div className={classes.boxHead}>
              <h3>{name}</h3>
              <Button
                size="compact-xs"
                variant="default"
                disabled={open.length === 0}
                aria-label={t('form.acceptBoxOf', { box })}
                onClick={() => onDecide(open, true)}
              >
                {t('form.acceptBox')}
              </Button>
            </div>
            {inBox.map((value) => (
              <FormValue key={value.key} value={value} {...choosing} />
            ))}
          </section>
        );
      })}
    </>
  );
}

interface FormValueProps extends Omit<FormValuesProps, 'values'> {
  value: Value;
}

function FormValue({ value, choices, lit, isSubmitted, onLight, onDecide }: FormValueProps) {
  const { t } = useTranslation('import');
  const { key, itemId, label, rows, shown, text } = value;
  const accepted = choices.get(key);
  const isLit = lit === key;
  const place = useRef<HTMLDivElement>(null);
  const isMissing = isSubmitted && accepted === undefined;
  useEffect(() => {
    if (isLit && isMissing) place.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [isLit, isMissing]);
  return (
    <div
      ref={place}
      className={classes.value}
      data-lit={isLit}
      onFocus={() => onLight(key)}
      onMouseDown={() => onLight(key)}
    >
      <Radio.Group
        label={rows.length > 0 ? `${label} ${rows.map((row) => `#${row}`).join(' ')}` : label}
        description={itemId}
        value={accepted === undefined ? '' : accepted ? 'accept' : 'refuse'}
        error={isMissing ? t('form.undecided') : null}
        onChange={(choice) => onDecide([key], choice === 'accept')}
      >
        <div className={classes.text}>{shown}</div>
        {text !== '' && text !== shown && (
          <Text className={classes.label}>
            {t('form.asPrinted')} <span className={classes.text}>{text}</span>
          </Text>
        )}
        <Group gap="md" mt={4}>
          <Radio size="xs" value="accept" label={t('form.accept')} />
          <Radio size="xs" value="refuse" label={t('form.refuse')} />
        </Group>
      </Radio.Group>
    </div>
  );
}
