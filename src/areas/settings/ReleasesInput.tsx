/** The versions of dictionaries that a sponsor sets: a choice for each that is loaded. */
import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { versionLines, versionsIn, type LoadedVersions } from '../../../shared/settings/describedSettings.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import type { Settings } from './settings.queries.ts';

interface ReleasesInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  loaded: LoadedVersions;
  dictionaries: Settings['dictionaries'];
  /** one version in each line */
  value: string | number | null;
  readOnly: boolean;
  onChange: (value: string) => void;
}

export function ReleasesInput(props: ReleasesInputProps) {
  const { label, description, error, loaded, dictionaries, value, readOnly, onChange } = props;
  const { t } = useTranslation('settings');
  const { language } = useRouteContext();
  const versions = versionsIn(String(value ?? ''));
  const set = (dictionary: string, version: string) => {
    const { [dictionary]: _before, ...others } = versions;
    onChange(versionLines(version === '' ? others : { ...others, [dictionary]: version }));
  };
  return (
    <Fieldset legend={label} variant="unstyled">
      <Text size="xs" c="dimmed" mb="xs">
        {description}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760} verticalSpacing="xs">
        {dictionaries
          .filter(({ dictionary }) => dictionary in versions || (loaded[dictionary] ?? []).length > 0)
          .toSorted((one, other) => one.label[language].localeCompare(other.label[language], language))
          .map(({ dictionary, label: name }) => {
            const stored = versions[dictionary];
            const known = [
              ...new Set([...(loaded[dictionary] ?? []), ...(stored === undefined ? [] : [stored])]),
            ];
            return (
              <NativeSelect
                key={dictionary}
                label={name[language]}
                error={stored !== undefined && !loaded[dictionary]?.includes(stored) ? error : undefined}
                disabled={readOnly}
                data={[
                  { value: '', label: t('activeVersion') },
                  ...known.map((version) => ({ value: version, label: version })),
                ]}
                value={stored ?? ''}
                onChange={({ currentTarget }) => set(dictionary, currentTarget.value)}
              />
            );
          })}
      </SimpleGrid>
    </Fieldset>
  );
}
