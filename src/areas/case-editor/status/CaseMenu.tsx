/** What else can be done with the case: a further version, a withdrawal, a correction; versions and signatures. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { CaseStatusEvent } from '../../../../machines/case-status/caseStatus.machine.ts';
import { AMENDMENT, NULLIFICATION } from '../../../../shared/case/nullification.ts';
import { ConfirmDialog } from '../../../components/index.ts';
import { usePathTo } from '../../../app-context/routeContext.ts';
import { useMay, useSession } from '../../../session/sessionStore.ts';
import type { CasePages } from '../case.queries.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import { useActionsInPalette } from '../components/useActionsInPalette.ts';
import { useWhyNot } from './useWhyNot.ts';
import classes from './status.module.css';

const ACTIONS = [
  { name: 'followUp', events: ['case.followUp'] },
  { name: 'nullify', events: ['case.edit', 'case.followUp'] },
  { name: 'amend', events: ['case.edit', 'case.followUp'] },
] as const satisfies readonly { name: string; events: readonly CaseStatusEvent['type'][] }[];
type Action = (typeof ACTIONS)[number]['name'];

export interface CaseMenuProps {
  pages: CasePages;
  /** does something with the case once nothing is unsaved */
  whenSaved: (act: () => void) => void;
  /** drops all unsaved edits; null where there are none */
  onDiscard: (() => void) | null;
}

export function CaseMenu({ pages, whenSaved, onDiscard }: CaseMenuProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { t } = useTranslation('status');
  const whyNot = useWhyNot(pages);
  const to = usePathTo();
  const navigate = useNavigate();
  const { useWorkflow } = useSession();
  const routes = useMay('READ.CASE_WORKFLOW') && useWorkflow;
  const { show } = useEditorDialogs();
  const shows: Record<Action, () => void> = {
    followUp: () => show('followUp', true),
    nullify: () => show('nullification', NULLIFICATION),
    amend: () => show('nullification', AMENDMENT),
  };
  const route = {
    key: 'route',
    label: t('menu.route'),
    why: null,
    run: () => whenSaved(() => show('route', true)),
  };
  const duplicates = {
    key: 'duplicates',
    label: t('menu.duplicates'),
    why: null,
    run: () => void navigate(to(`case/duplication-check?caseKey=${pages.caseKey}`)),
  };
  const actions = ACTIONS.map(({ name, events }) => ({
    key: name,
    label: t(`menu.${name}`),
    why: whyNot(...events),
    run: () => whenSaved(shows[name]),
  }));
  useActionsInPalette([
    ...(routes ? [route] : []),
    ...actions,
    duplicates,
    { key: 'versions', label: t('menu.versions'), why: null, run: () => show('versions', 'list') },
  ]);
  const items = actions.map(({ key, label, why, run }) => (
    <Menu.Item
      key={key}
      className={why ? classes.off : undefined}
      aria-disabled={why !== null || undefined}
      closeMenuOnClick={why === null}
      onClick={() => why === null && run()}
    >
      {label}
      {why && <Text size="xs">{why}</Text>}
    </Menu.Item>
  ));
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('menu.title')} title={t('menu.title')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {routes && <Menu.Item onClick={route.run}>{route.label}</Menu.Item>}
          {items}
          <Menu.Divider />
          <Menu.Item component={Link} to={to(`case/duplication-check?caseKey=${pages.caseKey}`)}>
            {t('menu.duplicates')}
          </Menu.Item>
          <Menu.Item onClick={() => show('versions', 'list')}>{t('menu.versions')}</Menu.Item>
          {onDiscard && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setIsAsking(true)}>{t('menu.discard')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title={t('discard.title')}
        message={t('discard.message')}
        confirmLabel={t('discard.confirm')}
        danger
        onConfirm={() => {
          setIsAsking(false);
          onDiscard?.();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
