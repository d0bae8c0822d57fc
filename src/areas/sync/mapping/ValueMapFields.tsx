/** A value for every text of the source; a text without an entry is a problem when the rule is used. */
import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withValue } from './useItemOptions.ts';
import { withMissing } from './valueMap.ts';
import classes from './mapping.module.css';

interface Code {
  code: string;
  label: string;
}

interface ValueMapFieldsProps {
  values: Readonly<Record<string, string>>;
  /** of the source */
  codes: readonly Code[];
  targetCodes: readonly Code[];
  nullFlavors: readonly string[];
  readOnly: boolean;
  onChange: (values: Record<string, string>) => void;
}

export function ValueMapFields(props: ValueMapFieldsProps) {
  const { values, codes, targetCodes, readOnly, onChange } = props;
  const { t } = useTranslation('syncRules');
  const [text, setText] = useState('');
  const labels = new Map(codes.map(({ code, label }) => [code, label]));
  const completed = withMissing(values, codes, targetCodes);
  const missing = Object.keys(completed).length - Object.keys(values).length;
  const add = () => {
    if (Object.hasOwn(values, text)) return;
    onChange({ ...values, [text]: '' });
    setText('');
  };
  const remove = (from: string) =>
    onChange(Object.fromEntries(Object.entries(values).filter(([one]) => one !== from)));
  return (
    <div>
      <table className={classes.values} aria-label={t('map.title')}>
        <thead>
          <tr>
            <th scope="col">{t('map.from')}</th>
            <th scope="col">{t('map.to')}</th>
            {!readOnly && <th scope="col">{t('map.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {Object.entries(values).map(([from, to]) => (
            <tr key={from}>
              <td>
                {from === '' ? t('map.empty') : from}
                {labels.get(from) !== undefined && labels.get(from) !== from && (
                  <div className={classes.dim}>{labels.get(from)}</div>
                )}
              </td>
              <td>
                <TargetField
                  {...props}
                  from={from}
                  value={to}
                  onChange={(next) => onChange({ ...values, [from]: next })}
                />
              </td>
              {!readOnly && (
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('map.remove', { value: from })}
                    onClick={() => remove(from)}
                  >
                    <IconTrash size={15} aria-hidden />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!readOnly && (
        <Group gap="xs" mt={8} align="flex-end">
          <TextInput
            label={t('map.newFrom')}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('map.add')}
          </Button>
          {missing > 0 && (
            <Button variant="default" onClick={() => onChange(completed)}>
              {t('map.addMissing', { count: missing })}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

interface TargetFieldProps extends Pick<ValueMapFieldsProps, 'targetCodes' | 'nullFlavors' | 'readOnly'> {
  from: string;
  value: string;
  onChange: (value: string) => void;
}

/** A code of the item or a null flavor; of an item without codes any text. */
function TargetField({ from, value, targetCodes, nullFlavors, readOnly, onChange }: TargetFieldProps) {
  const { t } = useTranslation('syncRules');
  const label = t('map.toOf', { value: from === '' ? t('map.empty') : from });
  if (targetCodes.length === 0)
    return (
      <TextInput
        aria-label={label}
        readOnly={readOnly}
        maxLength={2000}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const options = [
    ...targetCodes.map(({ code, label: name }) => ({ value: code, label: `${code} ${name}` })),
    ...nullFlavors.map((flavor) => ({ value: `null:${flavor}`, label: t('map.nullFlavor', { flavor }) })),
  ];
  return (
    <Select
      aria-label={label}
      searchable
      clearable
      limit={80}
      placeholder={t('map.leaveEmpty')}
      readOnly={readOnly}
      data={withValue(options, value)}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
