/** What can be done with sources and studies; a button that does nothing says why. */
import { Button, Group, Menu } from '@mantine/core';
import { IconArrowRight, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { startStudyReading, uploadStudyData, type StudySource } from '../../../shared/contract/index.ts';
import { isPulled } from '../../../shared/study-data/sourceKinds.ts';
import { call, upload } from '../../api/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { GuardedButton, showSuccess } from '../../components/index.ts';
import { askForFile } from '../../dialogs/index.ts';
import type { ListHandle } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { rulesPath, syncPath } from './studyPaths.ts';

const ENDINGS = ['.xml', '.json', '.ndjson', '.csv'];

interface StudyActionsProps {
  state: ListHandle;
  sources: readonly StudySource[];
  mayEdit: boolean;
  onBegun: () => Promise<void>;
}

export function StudyActions({ state: { selected }, sources, mayEdit, onBegun }: StudyActionsProps) {
  const { t } = useTranslation('syncStudies');
  const navigate = useNavigate();
  const to = usePathTo();
  const maySync = useMay('READ.SYNC', 'EDIT.SYNC');
  const mayMap = useMay('READ.MAPPING', 'EDIT.MAPPING');
  const [study] = selected;
  const why = selected.length === 1 ? null : t('chooseOne');
  const open = (path: (studyKey: string) => string) => study && void navigate(to(path(study.rowKey)));
  return (
    <Group role="toolbar" aria-label={t('actions')} gap={6}>
      {mayEdit && <ReadNow {...{ sources, onBegun }} />}
      {mayEdit && <BringFile {...{ sources, onBegun }} />}
      {maySync && (
        <GuardedButton
          variant="default"
          rightSection={<IconArrowRight size={15} aria-hidden />}
          why={why}
          onClick={() => open(syncPath)}
        >
          {t('toSync')}
        </GuardedButton>
      )}
      {mayMap && (
        <GuardedButton
          variant="default"
          rightSection={<IconArrowRight size={15} aria-hidden />}
          why={why}
          onClick={() => open(rulesPath)}
        >
          {t('toRules')}
        </GuardedButton>
      )}
    </Group>
  );
}

type SourceActionProps = Pick<StudyActionsProps, 'sources' | 'onBegun'>;

/** All that the server reads by itself, or the one that is chosen. */
function ReadNow({ sources, onBegun }: SourceActionProps) {
  const { t } = useTranslation('syncStudies');
  const readable = sources.filter(({ kind, disabled }) => isPulled(kind) && !disabled);
  const reading = useMutation({
    mutationFn: (sourceKeys: readonly number[]) =>
      Promise.all(sourceKeys.map((sourceKey) => call(startStudyReading, { params: { sourceKey } }))),
    onSuccess: () => showSuccess(t('begun')),
    onSettled: onBegun,
  });
  return (
    <SourceChoice
      label={t('readNow')}
      icon={<IconRefresh size={15} aria-hidden />}
      sources={readable}
      none={t('noneReadable')}
      pending={reading.isPending}
      onChoose={(sourceKey) => reading.mutate([sourceKey])}
    />
  );
}

function BringFile({ sources, onBegun }: SourceActionProps) {
  const { t } = useTranslation('syncStudies');
  const sending = useMutation({
    mutationFn: ({ sourceKey, file }: { sourceKey: number; file: File }) =>
      upload(uploadStudyData, { params: { sourceKey }, file }),
    onSuccess: () => showSuccess(t('sent')),
    onSettled: onBegun,
  });
  const choose = async (sourceKey: number) => {
    const file = await askForFile({ title: t('bring'), accept: ENDINGS });
    if (file) sending.mutate({ sourceKey, file });
  };
  return (
    <SourceChoice
      label={`${t('bring')}…`}
      icon={<IconUpload size={15} aria-hidden />}
      sources={sources.filter(({ kind, disabled }) => kind === 'file' && !disabled)}
      none={t('noneForFiles')}
      pending={sending.isPending}
      onChoose={(sourceKey) => void choose(sourceKey)}
    />
  );
}

interface SourceChoiceProps {
  label: string;
  icon: React.ReactNode;
  sources: readonly StudySource[];
  /** why there is nothing to choose */
  none: string;
  pending: boolean;
  onChoose: (sourceKey: number) => void;
}

/** A button where there is one source, a menu where there are several. */
function SourceChoice({ label, icon, sources, none, pending, onChoose }: SourceChoiceProps) {
  const [only] = sources;
  if (sources.length < 2)
    return (
      <GuardedButton
        variant="default"
        leftSection={icon}
        loading={pending}
        why={only ? null : none}
        onClick={() => only && onChoose(only.sourceKey)}
      >
        {label}
      </GuardedButton>
    );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={pending}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sources.map(({ sourceKey, name }) => (
          <Menu.Item key={sourceKey} onClick={() => onChoose(sourceKey)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
