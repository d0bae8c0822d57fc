/** The configuration of the sponsor as a file: exported, compared with another one, and taken over from one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportConfiguration, previewConfiguration } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { downloadOrTell } from '../../../feedback/downloadOrTell.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { FileDrop, LoadingArea } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import classes from '../settings.module.css';
import type { PackFile } from './packFile.ts';
import { PackPreview } from './PackPreview.tsx';

const ENDINGS = ['.json'];

interface Looked {
  pack: PackFile;
  /** null: compared with what the sponsor has */
  other: PackFile | null;
}

export function ConfigurationPanel({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const params = { sponsorKey };
  const [looked, setLooked] = useState<Looked | null>(null);
  const preview = useMutation({
    mutationFn: ({ pack, other }: Looked) =>
      call(previewConfiguration, { params, body: { pack: pack.text, other: other?.text ?? null } }),
  });
  const look = (next: Looked) => {
    setLooked(next);
    preview.mutate(next);
  };
  const choose = (take: (file: PackFile) => Looked) => (files: readonly [File, ...File[]]) => {
    const [file] = files;
    void file.text().then((text) => look(take({ name: file.name, text })));
  };
  return (
    <section aria-labelledby="configuration" className={classes.section}>
      <Stack>
        <Title order={2} id="configuration">
          {t('configuration.title')}
        </Title>
        <Text size="sm">{t('configuration.help')}</Text>
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void downloadOrTell(exportConfiguration, { params })}
          >
            {t('configuration.export')}
          </Button>
        </Group>
        {!readOnly && (
          <FileDrop
            label={t('configuration.choose')}
            hint={looked?.pack.name ?? t('configuration.chooseHint')}
            accept={ENDINGS}
            disabled={preview.isPending}
            onFiles={choose((pack) => ({ pack, other: null }))}
          />
        )}
        {looked && (
          <FileDrop
            label={t('configuration.other')}
            hint={looked.other?.name ?? t('configuration.otherHint')}
            accept={ENDINGS}
            disabled={preview.isPending}
            onFiles={choose((other) => ({ pack: looked.pack, other }))}
          />
        )}
        {preview.isPending && <LoadingArea label={t('configuration.looking')} />}
        <FailureNotice error={preview.error} />
        {looked && preview.data && !preview.isPending && (
          <PackPreview
            key={preview.submittedAt}
            pack={looked.pack}
            other={looked.other}
            preview={preview.data}
            onImport={() => look({ pack: looked.pack, other: null })}
          />
        )}
      </Stack>
    </section>
  );
}
