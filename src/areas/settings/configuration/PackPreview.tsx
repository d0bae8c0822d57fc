/** What a file would change, element by element; the chosen elements are imported with a reason. */
import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressText } from '../../../../shared/configuration/pack.ts';
import {
  importConfiguration,
  type DataOf,
  type previewConfiguration,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import {
  DataTable,
  Details,
  GuardedButton,
  ReasonDialog,
  showSuccess,
  StatusBadge,
  Timestamp,
  type Tone,
} from '../../../components/index.ts';
import { readAllAgain } from '../../../feedback/readAllAgain.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { ElementDifferences } from './ElementDifferences.tsx';
import type { PackFile } from './packFile.ts';

type Preview = DataOf<typeof previewConfiguration>;
type Element = Preview['elements'][number];

const TONES: Readonly<Record<Element['state'], Tone>> = {
  new: 'info',
  changed: 'warning',
  same: 'success',
  missing: 'neutral',
};

interface PackPreviewProps {
  pack: PackFile;
  /** another file that it is compared with; null: what the sponsor has */
  other: PackFile | null;
  preview: Preview;
  onImport: () => void;
}

export function PackPreview({ pack, other, preview, onImport }: PackPreviewProps) {
  const { t } = useTranslation('settings');
  const timeZone = useTimeZone();
  const listed = preview.elements.filter(({ state }) => state !== 'same');
  const importable = listed.filter(({ state }) => state === 'new' || state === 'changed');
  const [selected, select] = useState<ReadonlySet<string>>(
    () => new Set(importable.filter(({ refusal }) => refusal === null).map(addressText)),
  );
  const chosen = importable.filter((element) => selected.has(addressText(element)));
  const { ask, dialog } = useImport({ pack, basedOn: preview.basedOn, chosen, onImport });
  const same = preview.elements.length - listed.length;
  return (
    <Stack>
      <Details
        details={[
          { label: t('configuration.from'), value: preview.sponsor },
          { label: t('configuration.madeAt'), value: <Timestamp iso={preview.madeAt} timeZone={timeZone} /> },
          { label: t('configuration.version'), value: preview.productVersion },
          { label: t('configuration.ownVersion'), value: preview.ownVersion },
          { label: t('configuration.same'), value: same },
        ]}
      />
      {listed.length === 0 ? (
        <Text role="status">{t('configuration.nothing')}</Text>
      ) : (
        <DataTable
          label={t('configuration.elements')}
          rows={listed}
          rowKey={addressText}
          nameOf={({ name }) => name}
          fullText
          {...(other === null && { selected, onSelect: select })}
          columns={[
            {
              key: 'part',
              label: t('configuration.part'),
              render: ({ part }) => t(`configuration.parts.${part}`),
            },
            {
              key: 'name',
              label: t('configuration.name'),
              render: (element) => <ElementName element={element} />,
            },
            {
              key: 'state',
              label: t('configuration.state'),
              render: ({ state }) => (
                <StatusBadge tone={TONES[state]}>{t(`configuration.states.${state}`)}</StatusBadge>
              ),
            },
            {
              key: 'differences',
              label: t('configuration.differences'),
              render: (element) => <ElementDifferences element={element} />,
            },
            {
              key: 'refusal',
              label: t('configuration.refusal'),
              render: ({ refusal }) => refusal !== null && <Refusal text={refusal} />,
            },
          ]}
        />
      )}
      {other === null && importable.length > 0 && (
        <Group justify="flex-end">
          <GuardedButton why={chosen.length === 0 ? t('configuration.noneChosen') : null} onClick={ask}>
            {t('configuration.import', { count: chosen.length })}
          </GuardedButton>
        </Group>
      )}
      {dialog}
    </Stack>
  );
}

/** The settings have the names of their tabs; everything else has its own. */
function ElementName({ element: { part, name } }: { element: Element }) {
  const { t } = useTranslation('settings');
  return part === 'settings' || part === 'workflow' ? t(`parts.${name}`) : name;
}

const Refusal = ({ text }: { text: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
    {text}
  </Text>
);

interface ImportOf {
  pack: PackFile;
  basedOn: string;
  chosen: readonly Element[];
  onImport: () => void;
}

/** `ask` opens the dialog, which stays open with the failure where the import fails. */
function useImport({ pack, basedOn, chosen, onImport }: ImportOf) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const store = useMutation({
    mutationFn: (reason: string) =>
      call(importConfiguration, {
        params: { sponsorKey },
        body: { pack: pack.text, basedOn, chosen: chosen.map(({ part, name }) => ({ part, name })), reason },
      }),
    onSuccess: async ({ count }) => {
      setAsking(false);
      showSuccess(t('configuration.imported', { count }));
      // roles, settings and forms may all be others now
      await readAllAgain(queries);
      onImport();
    },
  });
  return {
    ask: () => setAsking(true),
    dialog: (
      <ReasonDialog
        {...attemptProps(store, () => setAsking(false))}
        opened={isAsking}
        title={t('configuration.importTitle', { count: chosen.length })}
      />
    ),
  };
}
