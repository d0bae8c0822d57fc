/** The logo of the company: shown as it is, replaced by a file, or that of the product again. */
import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveLogo } from '../../../shared/contract/index.ts';
import { LOGO_TYPES, MAX_LOGO_BYTES } from '../../../shared/contract/settings.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton } from '../../components/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

type Image = NonNullable<Settings['logo']['logo']>;

export interface LogoFormProps {
  stored: Settings['logo'];
  readOnly: boolean;
  onDiscard: () => void;
}

export function LogoForm({ stored: { setAt, logo: stored }, readOnly, onDiscard }: LogoFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const [chosen, setChosen] = useState<Image | null>(stored);
  const [wrong, setWrong] = useState<string | null>(null);
  const dirty = chosen?.content !== stored?.content;
  const { ask, dialog } = useSaveWithReason({
    dirty,
    onDiscard,
    store: (reason) => call(saveLogo, { params: { sponsorKey }, body: { reason, setAt, logo: chosen } }),
  });
  const forgetFile = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    // choosing the same file again, corrected or after it was removed, must raise an event
    forgetFile.current?.();
    if (!file) return;
    const mediaType = LOGO_TYPES.find((one) => one === file.type);
    const isFit = mediaType !== undefined && file.size <= MAX_LOGO_BYTES;
    setWrong(isFit ? null : t('logo.wrong', { name: file.name }));
    if (isFit)
      readImage(file).then(
        (content) => setChosen({ fileName: file.name, mediaType, content }),
        (error: unknown) => showFailure(error),
      );
  };
  return (
    <section aria-labelledby="logo" className={classes.section}>
      <Stack>
        <Title order={2} id="logo">
          {t('parts.logo')}
        </Title>
        <Text c="dimmed">{t('logo.help')}</Text>
        {chosen ? (
          <img
            className={classes.logo}
            src={`data:${chosen.mediaType};base64,${chosen.content}`}
            alt={t('logo.shown', { name: chosen.fileName })}
          />
        ) : (
          <Text>{t('logo.none')}</Text>
        )}
        {wrong !== null && (
          <Text c="red" role="alert">
            {wrong}
          </Text>
        )}
        {!readOnly && (
          <Group justify="space-between">
            <Group>
              <FileButton accept={LOGO_TYPES.join(',')} resetRef={forgetFile} onChange={choose}>
                {(props) => (
                  <Button {...props} variant="default">
                    {t('logo.choose')}
                  </Button>
                )}
              </FileButton>
              <GuardedButton
                variant="subtle"
                why={chosen ? null : t('logo.none')}
                onClick={() => setChosen(null)}
              >
                {t('logo.remove')}
              </GuardedButton>
            </Group>
            <GuardedButton why={dirty ? null : t('unchanged')} onClick={ask}>
              {t('logo.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}

/** The bytes of a file in base 64. */
const readImage = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
