/** A part of the settings whose values are single ones: a field for each, drawn by what it may be. */
import { Group, MultiSelect, Radio, Select, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fieldsOf,
  linesOf,
  wrongSettings,
  type DescribedPart,
  type LoadedVersions,
  type SettingField,
  type SettingValues,
} from '../../../shared/settings/describedSettings.ts';
import { saveSettingsPart } from '../../../shared/contract/index.ts';
import { choicesOf } from '../../../shared/settings/choices.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { GuardedButton, WholeNumberField } from '../../components/index.ts';
import { ReleasesInput } from './ReleasesInput.tsx';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

export interface PartFormProps {
  part: DescribedPart;
  stored: Settings['parts'][DescribedPart];
  /** what can be chosen, e.g. versions of dictionaries */
  loaded: LoadedVersions;
  /** those whose version can be set */
  dictionaries: Settings['dictionaries'];
  readOnly: boolean;
  onDiscard: () => void;
}

export function PartForm(props: PartFormProps) {
  const { part, stored, loaded, dictionaries, readOnly, onDiscard } = props;
  const { values, setAt } = stored;
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const [chosen, setChosen] = useState<SettingValues>(values);
  const wrong = wrongSettings(part, chosen, loaded);
  const dirty = fieldsOf(part).some(([name]) => chosen[name] !== values[name]);
  const { ask, dialog } = useSaveWithReason({
    dirty,
    onDiscard,
    store: (reason) =>
      call(saveSettingsPart, { params: { sponsorKey, part }, body: { reason, setAt, values: chosen } }),
  });
  const why = wrong.length > 0 ? t('wrong') : dirty ? null : t('unchanged');
  return (
    <section aria-labelledby={part} className={classes.section}>
      <Stack>
        <Title order={2} id={part}>
          {t(`parts.${part}`)}
        </Title>
        {fieldsOf(part).map(([name, field]) => (
          <SettingInput
            key={name}
            part={part}
            name={name}
            field={field}
            loaded={loaded}
            dictionaries={dictionaries}
            value={chosen[name] ?? null}
            error={wrong.includes(name) ? t('invalid') : undefined}
            readOnly={readOnly}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton why={why} onClick={ask}>
              {t(`described.${part}.save`)}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}

interface SettingInputProps extends Pick<PartFormProps, 'part' | 'loaded' | 'dictionaries'> {
  name: string;
  field: SettingField;
  value: string | number | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string | number | null) => void;
}

function SettingInput(props: SettingInputProps) {
  const { part, name, field, loaded, value, error, readOnly, onChange } = props;
  const { t } = useTranslation('settings');
  const { language } = useRouteContext();
  const labelled = {
    label: t(`described.${part}.${name}.label`),
    // what the setting affects
    description: t(`described.${part}.${name}.help`, { ...field, defaultValue: '' }) || undefined,
    error,
    readOnly,
  };
  if (field.kind === 'timeZone')
    return (
      <Select
        {...labelled}
        maw={360}
        searchable
        allowDeselect={false}
        data={timeZones(String(value ?? ''))}
        value={String(value ?? '')}
        onChange={onChange}
      />
    );
  if (field.kind === 'releases') return <ReleasesInput {...props} {...labelled} />;
  if (field.kind === 'names')
    return (
      <MultiSelect
        {...labelled}
        maw={560}
        searchable
        data={[...(loaded[field.of] ?? [])]}
        placeholder={value ? undefined : t('receivers.all')}
        nothingFoundMessage={t('receivers.none')}
        value={linesOf(String(value ?? ''))}
        onChange={(names) => onChange(names.join('\n'))}
      />
    );
  if (field.kind === 'lines')
    return (
      <Textarea
        {...labelled}
        maw={560}
        autosize
        minRows={2}
        maxRows={8}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (field.kind === 'number')
    return (
      <WholeNumberField
        {...labelled}
        maw={360}
        min={field.min}
        max={field.max}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    );
  return (
    <Radio.Group {...labelled} value={String(value ?? '')} onChange={onChange}>
      <Stack gap={4} mt={4}>
        {choicesOf(part, name).map(({ code, label }) => (
          <Radio key={code} value={code} label={wordsIn(label, language)} disabled={readOnly} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The time zones that the browser knows, and the stored one. */
const timeZones = (stored: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].filter((zone) => zone !== '');
