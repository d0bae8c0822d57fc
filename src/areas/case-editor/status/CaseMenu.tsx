/** What else can be done with the case: a further version, a withdrawal, a correction; versions and signatures. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNot, type CaseStatusEvent } from '../../../../machines/case-status/caseStatus.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { AMENDMENT, NULLIFICATION } from '../../../../shared/case/nullification.ts';
import { useMay } from '../../../session/sessionStore.ts';
import type { CasePages } from '../case.queries.ts';
import classes from './status.module.css';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { NullifyDialog } from './NullifyDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

type Open = 'followUp' | 'nullify' | 'amend' | 'versions';

export interface CaseMenuProps {
  pages: CasePages;
  catalogue: Catalogue;
  /** does something with the case once nothing is unsaved */
  whenSaved: (act: () => void) => void;
}

/** Its dialogs give the focus back to the button of the menu. */
export function CaseMenu({ pages, catalogue, whenSaved }: CaseMenuProps) {
  const { t } = useTranslation('status');
  const mayEdit = useMay('EDIT.CASE');
  const [open, setOpen] = useState<Open | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(null);
    // the entry of the menu that had the focus is gone
    requestAnimationFrame(() => button.current?.focus());
  };
  const action = (name: Open, ...events: CaseStatusEvent['type'][]) => {
    const reasons = events.map((event) => whyNot(pages.status, mayEdit, event));
    // one way is enough
    const why = reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
    return (
      <Menu.Item
        className={why ? classes.off : undefined}
        aria-disabled={why !== null || undefined}
        closeMenuOnClick={why === null}
        onClick={() => why === null && whenSaved(() => setOpen(name))}
      >
        {t(`menu.${name}`)}
        {why && <Text size="xs">{t(`whyNot.${why}`)}</Text>}
      </Menu.Item>
    );
  };
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <ActionIcon ref={button} variant="default" aria-label={t('menu.title')} title={t('menu.title')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {action('followUp', 'case.followUp')}
          {action('nullify', 'case.edit', 'case.followUp')}
          {action('amend', 'case.edit', 'case.followUp')}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpen('versions')}>{t('menu.versions')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'followUp' && <FollowUpDialog pages={pages} onClose={close} />}
      {open === 'nullify' && (
        <NullifyDialog pages={pages} catalogue={catalogue} code={NULLIFICATION} onClose={close} />
      )}
      {open === 'amend' && (
        <NullifyDialog pages={pages} catalogue={catalogue} code={AMENDMENT} onClose={close} />
      )}
      {open === 'versions' && (
        <VersionsDialog caseKey={pages.caseKey} catalogue={catalogue} onClose={close} />
      )}
    </>
  );
}
