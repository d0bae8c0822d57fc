/** Edits of this page that were never saved: offered, restored or discarded, and the discarding undone. */
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../app-context/routeContext.ts';
import { recoveryMachine } from '../../../machines/recovery/recovery.machine.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { UserItemRights } from '../../../shared/access/userItemRights.ts';
import { seesItem } from '../../../shared/blinding/sight.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { changeCount } from '../../../shared/case/changeSet.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { Dialog, showInfo } from '../../components/index.ts';
import { unseenWord, type PageSession } from '../../engine/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { isModalOpen } from '../../keys/index.ts';
import type { Language } from '../../i18n/index.ts';
import { changeName } from '../changeName.ts';
import { valueText } from '../../catalogue/display.ts';
import { addressesOf, type RestoreOffer } from './restoreOffer.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import { Compared } from '../Compared.tsx';

export interface RestoreEditsDialogProps {
  offer: RestoreOffer;
  session: PageSession;
  catalogue: Catalogue;
  /** of the user now: since the edits a role may hide an item */
  rights: UserItemRights;
  language: Language;
  onRestore: (offer: RestoreOffer) => void;
  onDrop: (offer: RestoreOffer) => void;
}

export function RestoreEditsDialog({
  offer,
  session,
  catalogue,
  rights,
  language,
  onRestore,
  onDrop,
}: RestoreEditsDialogProps) {
  const { t } = useTranslation('journal');
  const timeZone = useTimeZone();
  // a dialog that is in use is not covered by this one
  const [opened, setOpened] = useState(() => !isModalOpen());
  const machine = useMemo(
    () =>
      recoveryMachine.provide({
        actions: {
          applyDraft: () => {
            onRestore(offer);
            showInfo(t('offer.done'));
          },
          dropDraft: () => onDrop(offer),
        },
      }),
    [offer, onRestore, onDrop, t],
  );
  const [state, send] = useMachine(machine);
  useLeaving(state.matches('discarded'), () => onDrop(offer));

  const count = changeCount(offer.edits.changes);
  const at = formatTime(offer.entry.at, timeZone);
  if (state.matches('discarded')) {
    return (
      <Notice tone="warning" role="status">
        <Group gap="sm">
          {t('offer.discarded')}
          <Button size="compact-sm" variant="default" onClick={() => send({ type: 'draft.takenBack' })}>
            {t('offer.takeBack')}
          </Button>
        </Group>
      </Notice>
    );
  }
  if (!state.matches('offered')) return null;
  if (!opened) {
    return (
      <Notice tone="warning" icon={<IconHistory size={15} aria-hidden />} role="status">
        <Group gap="sm">
          {t('offer.waiting', { count, at })}
          <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
            {t('offer.show')}
          </Button>
        </Group>
      </Notice>
    );
  }
  return (
    <Dialog size="xl" title={t('offer.title')} onClose={() => setOpened(false)}>
      <Stack>
        <Text size="sm">{t('offer.text', { count, at })}</Text>
        <Changes {...{ offer, session, catalogue, rights, language }} />
        <Unfit {...{ catalogue, rights, language }} unfit={offer.unfit} />
        {session.readOnly && <Notice tone="warning">{t('offer.readOnly')}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" mr="auto" onClick={() => send({ type: 'draft.discarded' })}>
            {t('offer.discard')}
          </Button>
          <Button variant="default" onClick={() => setOpened(false)}>
            {t('offer.later')}
          </Button>
          <Button
            onClick={() => send({ type: 'draft.putBack' })}
            disabled={session.readOnly || count === 0}
            data-autofocus
          >
            {t('offer.putBack')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type UnfitProps = Pick<RestoreEditsDialogProps, 'catalogue' | 'rights' | 'language'> &
  Pick<RestoreOffer, 'unfit'>;

/** What the form cannot take any more, with its values, so that they can be entered elsewhere. */
function Unfit({ unfit: { items, rows }, catalogue, rights, language }: UnfitProps) {
  const { t } = useTranslation('journal');
  const wordUnseen = useWordUnseen(catalogue, rights);
  const count = items.length + rows.length;
  if (count === 0) return null;
  const labelOf = (itemId: string) => catalogue.items[itemId]?.label[language] ?? itemId;
  return (
    <Notice tone="warning">
      {t('offer.unfit', { count })}
      <ul>
        {items.map((item) => (
          <li key={addressKey(item)}>
            {labelOf(item.itemId)}: {wordUnseen(item.itemId) ?? String(item.value ?? item.nullFlavor ?? '')}
          </li>
        ))}
        {rows.map((row) => (
          <li key={rowKey(row)}>{catalogue.groups[row.group]?.rowLabel[language] ?? row.group}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The word in place of the values of an item that the user may not see any more; null for other items. */
function useWordUnseen(catalogue: Catalogue, rights: UserItemRights): (itemId: string) => string | null {
  const { t } = useTranslation('engine');
  return (itemId) => {
    const item = catalogue.items[itemId];
    return !item || seesItem(catalogue, rights, itemId) ? null : t(unseenWord(item, rights));
  };
}

/** Runs `act` when the component is unmounted while `when` holds. */
function useLeaving(when: boolean, act: () => void): void {
  const leave = useEffectEvent(() => {
    if (when) act();
  });
  useEffect(() => () => leave(), []);
}

type ChangesProps = Pick<RestoreEditsDialogProps, 'offer' | 'session' | 'catalogue' | 'rights' | 'language'>;

function Changes({ offer: { edits }, session, catalogue, rights, language }: ChangesProps) {
  const { t } = useTranslation('journal');
  const wordUnseen = useWordUnseen(catalogue, rights);
  const rows = useMemo(() => addressesOf(edits), [edits]);
  const stored = useMemo(
    () =>
      rows.flatMap(({ item }) =>
        item
          ? [
              { itemId: item.itemId, value: item.value },
              { itemId: item.itemId, value: session.get(item).value },
            ]
          : [],
      ),
    [rows, session],
  );
  const label = useLabels(catalogue, stored, language);
  const ofRow = (row: CaseRow, now: CaseRow | undefined) => {
    if (!now) return [t('row.none'), t('row.here')];
    const state = (one: CaseRow) => t(one.deleted ? 'row.deleted' : 'row.here');
    return [state(now), row.deleted === now.deleted ? t('row.moved') : state(row)];
  };
  return (
    <Table aria-label={t('offer.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('offer.item')}</Table.Th>
          <Table.Th>{t('offer.stored')}</Table.Th>
          <Table.Th>{t('offer.unsaved')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ address, key, row, item }) => {
          const found = item && catalogue.items[item.itemId];
          const textOf = (value: ItemValue) => valueText(found ?? undefined, value, label);
          const unseen = item && wordUnseen(item.itemId);
          const texts = item ? [textOf(session.get(item)), textOf(item)] : ofRow(row, session.row(row));
          const [now = '', unsaved = ''] = unseen ? [unseen, unseen] : texts;
          return (
            <Table.Tr key={key}>
              <Table.Th scope="row">{changeName(catalogue, address, language, row !== null)}</Table.Th>
              <Table.Td>
                <Compared text={now} other={unsaved} />
              </Table.Td>
              <Table.Td>
                <Compared text={unsaved} other={now} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
