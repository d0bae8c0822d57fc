/** The form of a profile: the fields of its transport, when certificate and secrets end, and a try of the connection. */
import { Alert, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  saveTransportProfile,
  tryTransport,
  type BodyOf,
  type DataOf,
  type readTransportProfile,
} from '../../../../shared/contract/index.ts';
import { keepsSecrets } from '../../../../shared/connections/destination.ts';
import { initialValues, wrongValues } from '../../../../shared/connections/settingFields.ts';
import {
  missingSecrets,
  REMOTE_TRANSPORT_NAMES,
  repeatedFolders,
  transportFields,
  type RemoteTransport,
} from '../../../../shared/submission/transports.ts';
import { call } from '../../../api/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { leaveWithoutAsking, useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import {
  DayField,
  GuardedButton,
  ReasonDialog,
  SettingInput,
  showSuccess,
  Timestamp,
  useSettingsByKind,
} from '../../../components/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import classes from '../caseInfo.module.css';

type Profile = DataOf<typeof readTransportProfile>['profile'];
type Changes = BodyOf<typeof tryTransport>;

interface TransportFormProps {
  receiverKey: number;
  profile: Profile;
  readOnly: boolean;
  onStored: () => void;
}

const settingsOf = (profile: Profile, adapter: RemoteTransport): Record<string, string> =>
  profile?.adapter === adapter ? { ...profile.settings } : initialValues(transportFields(adapter));

const changesOf = (profile: Profile, adapter: RemoteTransport): Changes => ({
  adapter,
  active: profile?.active ?? true,
  settings: settingsOf(profile, adapter),
  certificateUntil: profile?.certificateUntil ?? null,
  secretUntil: profile?.secretUntil ?? null,
  secrets: {},
});

export function TransportForm({ receiverKey, profile, readOnly, onStored }: TransportFormProps) {
  const { t, i18n } = useTranslation('caseInfo');
  const wordsOf = (name: string) => {
    const help = `transport.help.${name}`;
    return {
      label: t(`transport.fields.${name}`),
      help: i18n.exists(help, { ns: 'caseInfo' }) ? t(help) : undefined,
      wrong: repeated.includes(name) ? t('transport.repeated') : t('transport.wrong'),
      stored: t('transport.stored'),
    };
  };
  const [stored] = useState(() => changesOf(profile, profile?.adapter ?? 'sftp'));
  const [chosen, setChosen] = useState(stored);
  const { adapter, settings, secrets } = chosen;
  const settingsByKind = useSettingsByKind((kind: RemoteTransport) => settingsOf(profile, kind));
  const set = (change: Partial<Changes>) => {
    tried.reset();
    setChosen({ ...chosen, ...change });
  };
  const known = profile && { kind: profile.adapter, settings: profile.settings };
  const names = new Set(
    profile && keepsSecrets(known, { kind: adapter, settings }) ? profile.secretNames : [],
  );
  const repeated = repeatedFolders(settings);
  const wrong = [
    ...wrongValues(transportFields(adapter), settings),
    ...repeated,
    ...missingSecrets(adapter, new Set([...names, ...Object.keys(secrets)])),
  ];
  /** fields of days in which something else was typed: it is not taken for "no day" */
  const [unread, setUnread] = useState<readonly string[]>([]);
  const dirty = JSON.stringify(chosen) !== JSON.stringify(stored);
  useUnsavedChanges(dirty && !readOnly, onStored);
  const [asking, setAsking] = useState(false);
  const params = { receiverKey };
  const save = useMutation({
    mutationFn: (reason: string) =>
      call(saveTransportProfile, { params, body: { ...chosen, reason, setAt: profile?.setAt ?? null } }),
    meta: { ownFailure: true },
    onSuccess: () => {
      setAsking(false);
      leaveWithoutAsking();
      showSuccess(t('transport.saved'));
      onStored();
    },
  });
  const tried = useMutation({
    mutationFn: () => call(tryTransport, { params, body: chosen }),
    meta: { ownFailure: true },
  });
  const incomplete = wrong.length > 0 || unread.length > 0 ? t('transport.incomplete') : null;
  return (
    <Stack className={classes.account} gap="sm">
      {profile === null && <Alert>{t('transport.none')}</Alert>}
      <ProfileState profile={profile} />
      <NativeSelect
        label={t('transport.adapter')}
        disabled={readOnly}
        data={REMOTE_TRANSPORT_NAMES.map((value) => ({ value, label: t(`transport.adapters.${value}`) }))}
        value={adapter}
        onChange={({ currentTarget: { value } }) => {
          const next = REMOTE_TRANSPORT_NAMES.find((name) => name === value) ?? adapter;
          set({ adapter: next, ...settingsByKind({ kind: adapter, settings, secrets }, next) });
        }}
      />
      <Switch
        label={t('transport.active')}
        checked={chosen.active}
        disabled={readOnly}
        onChange={({ currentTarget: { checked } }) => set({ active: checked })}
      />
      {Object.entries(transportFields(adapter)).map(([name, field]) => (
        <SettingInput
          key={`${adapter} ${name}`}
          words={wordsOf(name)}
          field={field}
          value={(field.kind === 'secret' ? secrets : settings)[name] ?? ''}
          isStored={names.has(name)}
          isWrong={wrong.includes(name)}
          readOnly={readOnly}
          onChange={(value) =>
            set(
              field.kind === 'secret'
                ? { secrets: { ...secrets, [name]: value } }
                : { settings: { ...settings, [name]: value } },
            )
          }
        />
      ))}
      {(['certificateUntil', 'secretUntil'] as const).map((name) => (
        <DayField
          key={name}
          label={t(`transport.${name}`)}
          description={t('transport.untilHelp')}
          readOnly={readOnly}
          value={chosen[name] ?? ''}
          onChange={(day, isRead) => {
            set({ [name]: day || null });
            setUnread([...unread.filter((one) => one !== name), ...(isRead ? [] : [name])]);
          }}
        />
      ))}
      <div role="status">
        {tried.data && (
          <Alert color={tried.data.fault === null ? 'green' : 'red'}>
            {tried.data.fault === null
              ? t('transport.reached')
              : `${t(`transport.faults.${tried.data.fault}`)}: ${tried.data.message}`}
          </Alert>
        )}
        {tried.isError && <Alert color="red">{failureText(tried.error)}</Alert>}
      </div>
      {!readOnly && (
        <Group justify="flex-end">
          <GuardedButton
            variant="default"
            loading={tried.isPending}
            why={incomplete}
            onClick={() => tried.mutate()}
          >
            {t('transport.try')}
          </GuardedButton>
          <GuardedButton
            why={incomplete ?? (dirty || profile === null ? null : t('transport.unchanged'))}
            onClick={() => setAsking(true)}
          >
            {t('transport.save')}…
          </GuardedButton>
        </Group>
      )}
      <ReasonDialog
        {...attemptProps(save, () => setAsking(false))}
        opened={asking}
        title={t('transport.save')}
      />
    </Stack>
  );
}

function ProfileState({ profile }: { profile: Profile }) {
  const { t } = useTranslation('caseInfo');
  const timeZone = useTimeZone();
  if (!profile) return null;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('transport.setBy', { name: profile.setBy })} <Timestamp iso={profile.setAt} timeZone={timeZone} />
      </Text>
      {profile.pausedUntil && (
        <Alert color="yellow">
          {t('transport.paused')} <Timestamp iso={profile.pausedUntil} timeZone={timeZone} />
        </Alert>
      )}
    </>
  );
}
