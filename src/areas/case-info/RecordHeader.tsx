/** Above a record: its name, version and state, its neighbours, and what can be done with it. */
import { ActionIcon, Button, Title } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton, showInfo, StatusBadge } from '../../components/index.ts';
import { ariaKeys, keyText, useKeys, type KeyId } from '../../keys/index.ts';
import classes from './caseInfo.module.css';
import type { RecordActions } from './OpenRecord.tsx';
import { RecordMenu } from './RecordMenu.tsx';
import type { RecordAddress, RecordContent } from './records.queries.ts';
import { useRecordRoute } from './recordRoute.ts';

const TONES = { draft: 'info', active: 'success', retired: 'neutral' } as const;

export interface RecordHeaderProps {
  kind: RecordKind;
  address: RecordAddress;
  content: RecordContent;
  /** null while no form that can be saved is open */
  actions: RecordActions | null;
  /** after the state of the record has changed */
  onChanged: () => Promise<void>;
}

export function RecordHeader({ kind, address, content, actions, onChanged }: RecordHeaderProps) {
  const { t } = useTranslation(['caseInfo', 'editor', 'keys']);
  const { language } = useRouteContext();
  const { page, toRecord, toList } = useRecordRoute(kind);
  const isNew = address.recordKey === 0;
  const label = kind.label[language];
  const { life, readOnly } = content;
  // users are neither copied, retired nor deleted
  const hasLife = kind.privilege === 'CASE_INFO';
  return (
    <div className={classes.header}>
      <Button
        component={Link}
        to={toList}
        variant="subtle"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        {kind.listLabel[language]}
      </Button>
      {!isNew && <Neighbours content={content} toRecord={(key) => toRecord(key, page)} />}
      <Title order={1} className={classes.name}>
        {isNew ? t('newOne', { kind: label }) : content.name || label}
      </Title>
      {!isNew && (
        <>
          {hasLife && <StatusBadge tone={TONES[life.state]}>{t(`states.${life.state}`)}</StatusBadge>}
          {life.deleted && <StatusBadge tone="error">{t('deleted')}</StatusBadge>}
          <StatusBadge tone="neutral">{t('version', { versionNo: content.versionNo })}</StatusBadge>
        </>
      )}
      <div className={classes.actions}>
        {!isNew && hasLife && readOnly !== 'noPrivilege' && (
          <RecordMenu
            kind={kind}
            address={address}
            life={life}
            whenSaved={(act) => {
              if (actions?.stops()) return;
              if (actions?.dirty) showInfo(t('editor:saveFirst'));
              else act();
            }}
            onChanged={onChanged}
          />
        )}
        <GuardedButton
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          why={readOnly && t(`readOnly.${readOnly}`)}
          hint={t('editor:save.shortcut', { keys: keyText('save') })}
          disabled={!actions && !readOnly}
          loading={actions?.saving}
          onClick={() => actions?.save()}
          data-dirty={actions?.dirty || undefined}
        >
          {t('editor:save.button')}
        </GuardedButton>
      </div>
    </div>
  );
}

interface NeighboursProps {
  content: Pick<RecordContent, 'previousKey' | 'nextKey'>;
  toRecord: (recordKey: number) => string;
}

/** The records before and after in the order of names. */
function Neighbours({ content: { previousKey, nextKey }, toRecord }: NeighboursProps) {
  const { t } = useTranslation(['caseInfo', 'keys']);
  const navigate = useNavigate();
  const turn = (key: number | null, none: 'noNextRow' | 'noPreviousRow') => () =>
    key === null ? showInfo(t(`keys:${none}`)) : void navigate(toRecord(key));
  useKeys({
    previousRow: turn(previousKey, 'noPreviousRow'),
    nextRow: turn(nextKey, 'noNextRow'),
  });
  const neighbour = (key: number | null, label: string, id: KeyId, Sign: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={`${label} (${keyText(id)})`}
      aria-keyshortcuts={ariaKeys([id])}
      disabled={key === null}
      onClick={() => key !== null && void navigate(toRecord(key))}
    >
      <Sign size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      {neighbour(previousKey, t('previous'), 'previousRow', IconChevronLeft)}
      {neighbour(nextKey, t('next'), 'nextRow', IconChevronRight)}
    </>
  );
}
