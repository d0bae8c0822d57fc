/** Who works for a company: its sponsors, the users who were invited and have no password yet, and all of its users. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import {
  addCompanySponsor,
  exportCompanyUsers,
  inviteCompanyUser,
  listCompanyUsers,
  readCompanyAccess,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { EmptyState, LoadingArea, ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { ShownLink } from '../../components/ShownLink.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { List } from '../../lists/index.ts';
import classes from './caseInfo.module.css';
import { membersPath } from './recordRoute.ts';
import type { RecordAddress } from './records.queries.ts';

type Access = DataOf<typeof readCompanyAccess>;
type Invited = Access['invited'][number];

interface CompanyUsersProps {
  address: RecordAddress;
  kind: RecordKind;
}

export function CompanyUsers({ address: { sponsorKey, recordKey }, kind }: CompanyUsersProps) {
  const { t } = useTranslation('caseInfo');
  const queries = useQueryClient();
  const params = useMemo(() => ({ sponsorKey, companyKey: recordKey }), [sponsorKey, recordKey]);
  const access = useQuery({
    queryKey: ['record', sponsorKey, kind.kind, recordKey, 'access'],
    queryFn: ({ signal }) => call(readCompanyAccess, { params, signal }),
    gcTime: 0,
  });
  if (access.isLoadingError) return <EmptyState title={failureText(access.error)} />;
  if (!access.data) return <LoadingArea />;
  const readAgain = async () => {
    await Promise.all([access.refetch(), queries.invalidateQueries({ queryKey: ['list', MENU] })]);
  };
  return (
    <Stack className={classes.members} gap="lg">
      <Sponsors
        access={access.data}
        onAdd={async (body) => {
          await call(addCompanySponsor, { params, body });
        }}
        onAdded={readAgain}
      />
      <Invitations
        invited={access.data.invited}
        onInvite={async (body) => (await call(inviteCompanyUser, { params, body })).link}
        onInvited={readAgain}
      />
      <List
        menuId={MENU}
        call={listCompanyUsers}
        exportCall={exportCompanyUsers}
        params={params}
        of={recordKey}
        path={membersPath(kind, recordKey)}
        label={t('members.title')}
        searchLabel={t('members.search')}
        empty={t('members.none')}
      />
    </Stack>
  );
}

const MENU = 'AD-MU-CO-US';

interface SponsorsProps {
  access: Access;
  onAdd: (body: { name: string; reason: string }) => Promise<void>;
  onAdded: () => Promise<void>;
}

function Sponsors({ access: { sponsors, severalSponsors }, onAdd, onAdded }: SponsorsProps) {
  const { t } = useTranslation('caseInfo');
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const dialog = useDialog<'add', string>({
    carryOut: (_, reason) => onAdd({ name: name.trim(), reason }),
    afterwards: () => {
      showSuccess(t('members.sponsorAdded', { name: name.trim() }));
      setName('');
      void onAdded();
    },
  });
  const isEmpty = name.trim() === '';
  return (
    <Group gap="sm">
      <Text>{t('members.sponsors', { names: sponsors.map((one) => one.name).join(', ') })}</Text>
      {severalSponsors && (
        <Button
          variant="default"
          onClick={() => {
            setChecked(false);
            dialog.show('add');
          }}
        >
          {t('members.addSponsor')}
        </Button>
      )}
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('members.addSponsor')}
          note={<Text>{t('members.addSponsorNote')}</Text>}
          isReady={() => {
            setChecked(true);
            return !isEmpty;
          }}
        >
          <TextInput
            label={t('members.sponsorName')}
            maxLength={200}
            required
            value={name}
            error={isChecked && isEmpty ? t('members.nameRequired') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </ReasonDialog>
      )}
    </Group>
  );
}

interface InvitationsProps {
  invited: readonly Invited[];
  /** answers the link of an invitation that was not mailed */
  onInvite: (body: { userKey: number; reason: string }) => Promise<string | null>;
  onInvited: () => Promise<void>;
}

function Invitations({ invited, onInvite, onInvited }: InvitationsProps) {
  const { t } = useTranslation('caseInfo');
  const timeZone = useTimeZone();
  const [shown, setShown] = useState<{ link: string; name: string } | null>(null);
  const dialog = useDialog<Invited, string>({
    carryOut: async ({ userKey, userName }, reason) => {
      const link = await onInvite({ userKey, reason });
      setShown(link === null ? null : { link, name: userName });
    },
    afterwards: () => {
      showSuccess(t('account.done.invite'));
      void onInvited();
    },
  });
  const chosen = dialog.subject;
  return (
    <>
      {shown && <ShownLink {...shown} />}
      {invited.map((user) => (
        <Alert key={user.userKey} title={t('members.invited', { name: user.userName, id: user.userId })}>
          <Group gap="sm">
            <Text>
              {user.until
                ? t('members.until', { time: formatTime(user.until, timeZone) })
                : t('members.noLink')}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => dialog.show(user)}>
              {t(user.byMail ? 'members.byMail' : 'members.byLink')}
            </Button>
          </Group>
        </Alert>
      ))}
      {chosen && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('account.actions.invite')}
          note={<Text>{t(chosen.byMail ? 'account.byMail' : 'account.byLink')}</Text>}
        />
      )}
    </>
  );
}
