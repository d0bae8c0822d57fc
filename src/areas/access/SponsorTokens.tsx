/** The tokens of programs of all users, which an administrator ends with the reason. */
import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  endSponsorToken,
  exportSponsorTokens,
  listSponsorTokens,
  type ListRow,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton, ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { List, type ListHandle } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';

const isOpen = ({ codes }: ListRow): boolean => codes['tokenState']?.[0] === 'open';

export function SponsorTokens() {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const params = useMemo(() => ({ sponsorKey }), [sponsorKey]);
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('tokens.help')}
      </Text>
      <List
        menuId="MU-AD-AC-TK"
        call={listSponsorTokens}
        exportCall={exportSponsorTokens}
        params={params}
        of={sponsorKey}
        label={t('tokens.label')}
        searchLabel={t('tokens.search')}
        empty={t('tokens.none')}
        {...(mayEdit && { selectable: true, actions: (list: ListHandle) => <EndTokens list={list} /> })}
      />
    </Stack>
  );
}

function EndTokens({ list }: { list: ListHandle }) {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const chosen = list.selected.filter(isOpen);
  const dialog = useDialog<readonly ListRow[], string>({
    carryOut: async (tokens, reason) => {
      for (const { rowKey: tokenKey } of tokens)
        await call(endSponsorToken, { params: { sponsorKey, tokenKey }, query: { reason } });
    },
    afterwards: () => {
      showSuccess(t('tokens.ended'));
      list.clear();
      void list.refresh();
    },
  });
  return (
    <>
      <GuardedButton
        variant="default"
        why={chosen.length === 0 ? t('tokens.choose') : null}
        onClick={() => dialog.show(chosen)}
      >
        {t('tokens.end')}
      </GuardedButton>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('tokens.endTitle', { count: dialog.subject.length })}
          note={<Text>{dialog.subject.map(({ name }) => name).join(', ')}</Text>}
          confirmLabel={t('tokens.confirm')}
        />
      )}
    </>
  );
}
