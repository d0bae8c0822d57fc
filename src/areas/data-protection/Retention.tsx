/** Cases past their retention period, as the rule finds them, the legal holds that keep cases from it, and their pseudonymisation. */
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  exportRetention,
  listRetention,
  setLegalHold,
  type ListRow,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton, ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { List, type ListHandle } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { PseudonymisationRuns, ReleasePseudonymisation } from './Pseudonymisations.tsx';

export function Retention() {
  const { t } = useTranslation('dataProtection');
  const to = usePathTo();
  const { sponsorKey } = useRouteContext();
  const params = useMemo(() => ({ sponsorKey }), [sponsorKey]);
  const mayEdit = useMay('EDIT.ADMIN');
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('retention.help')}{' '}
        <Anchor component={Link} to={`${to('settings')}?part=retention`} size="sm">
          {t('retention.rule')}
        </Anchor>
      </Text>
      <List
        menuId="MU-AD-DP-RT"
        call={listRetention}
        exportCall={exportRetention}
        params={params}
        of={sponsorKey}
        label={t('retention.label')}
        searchLabel={t('retention.search')}
        empty={t('retention.none')}
        {...(mayEdit && {
          selectable: true,
          actions: (list: ListHandle) => (
            <>
              <SetHold onDone={list.refresh} />
              <EndHolds list={list} />
              <ReleasePseudonymisation list={list} />
            </>
          ),
        })}
      />
      <PseudonymisationRuns />
    </Stack>
  );
}

function SetHold({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation('dataProtection');
  const [caseNo, setCaseNo] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const dialog = useDialog<'set', string>({
    carryOut: (_, reason) => call(setLegalHold, { body: { caseNo, hold: 'Y', reason } }),
    afterwards: () => {
      showSuccess(t('retention.isSet'));
      void onDone();
    },
  });
  const begin = () => {
    setCaseNo('');
    setSubmitted(false);
    dialog.show('set');
  };
  const isReady = () => {
    setSubmitted(true);
    return caseNo.trim() !== '';
  };
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('retention.set')}
      </Button>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('retention.setTitle')}
          note={
            <TextInput
              label={t('retention.caseNo')}
              required
              data-autofocus
              maxLength={100}
              value={caseNo}
              error={submitted && caseNo.trim() === '' ? t('components:form.missing') : null}
              onChange={({ currentTarget: { value } }) => setCaseNo(value)}
            />
          }
          isReady={isReady}
          confirmLabel={t('retention.confirmSet')}
        />
      )}
    </>
  );
}

const isHeld = ({ codes }: ListRow): boolean => codes['hold']?.[0] === 'Y';

function EndHolds({ list }: { list: ListHandle }) {
  const { t } = useTranslation('dataProtection');
  const held = list.selected.filter(isHeld);
  const dialog = useDialog<readonly ListRow[], string>({
    carryOut: async (cases, reason) => {
      for (const { name } of cases) await call(setLegalHold, { body: { caseNo: name, hold: 'N', reason } });
    },
    afterwards: () => {
      showSuccess(t('retention.ended'));
      list.clear();
      void list.refresh();
    },
  });
  return (
    <>
      <GuardedButton
        variant="default"
        why={held.length === 0 ? t('retention.choose') : null}
        onClick={() => dialog.show(held)}
      >
        {t('retention.end')}
      </GuardedButton>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('retention.endTitle', { count: dialog.subject.length })}
          note={<Text>{dialog.subject.map(({ name }) => name).join(', ')}</Text>}
          confirmLabel={t('retention.confirmEnd')}
        />
      )}
    </>
  );
}
