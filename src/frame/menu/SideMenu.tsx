/** The narrow menu on the left. It changes its look while the open page has unsaved changes. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAddressBook,
  IconBuilding,
  IconChartBar,
  IconDatabase,
  IconFileStack,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconRefresh,
  IconSearch,
  IconSend,
  IconServerBolt,
  IconServerCog,
  IconSettings,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MenuEntry } from './menu.ts';
import classes from './SideMenu.module.css';
import { useHasUnsavedChanges } from '../../app-context/unsavedChanges.ts';

const ICONS: Record<string, Icon> = {
  Home: IconHome,
  Case: IconFileStack,
  Coding: IconTags,
  CaseInfo: IconAddressBook,
  Data: IconDatabase,
  Monitoring: IconChartBar,
  Submission: IconSend,
  Sync: IconRefresh,
  Admin: IconSettings,
  SystemAdmin: IconServerCog,
  AdminNotice: IconSpeakerphone,
  AdminJob: IconServerBolt,
  AdminCompany: IconBuilding,
  AdminSearch: IconSearch,
  AdminCaseInfo: IconAddressBook,
  AdminUser: IconUsers,
};

export interface SideMenuProps {
  menus: readonly MenuEntry[];
  /** depth1 of the shown route */
  active: string;
}

const EXPANDED_KEY = 'casewright.menuExpanded';

/** Whether the menu shows its labels; the choice is stored. */
function useExpanded(): [boolean, () => void] {
  const [expanded, setExpanded] = useState(() => localStorage.getItem(EXPANDED_KEY) === 'Y');
  const toggle = () => {
    localStorage.setItem(EXPANDED_KEY, expanded ? 'N' : 'Y');
    setExpanded(!expanded);
  };
  return [expanded, toggle];
}

/** The name of an icon, until it is pressed: then it would cover the title of the page. */
function MenuTooltip({
  label,
  disabled,
  children,
}: {
  label: string;
  disabled: boolean;
  children: ReactNode;
}) {
  const [pressed, setPressed] = useState(false);
  return (
    <Tooltip label={label} position="right" disabled={disabled || pressed}>
      <div onClickCapture={() => setPressed(true)} onPointerLeave={() => setPressed(false)}>
        {children}
      </div>
    </Tooltip>
  );
}

export function SideMenu({ menus, active }: SideMenuProps) {
  const { t } = useTranslation('frame');
  const [expanded, toggle] = useExpanded();
  const changed = useHasUnsavedChanges();
  const Toggle = expanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const toggleLabel = t(expanded ? 'menu.collapse' : 'menu.expand');
  return (
    <nav
      className={classes.menu}
      aria-label={t('menu.label')}
      data-expanded={expanded || undefined}
      data-changed={changed || undefined}
    >
      <ul className={classes.list}>
        {menus.map((menu) => {
          const MenuIcon = ICONS[menu.depth1] ?? IconHome;
          const label = t(`menu.items.${menu.depth1}`);
          return (
            <li key={menu.menuId}>
              <MenuTooltip label={label} disabled={expanded}>
                <Link
                  to={menu.path}
                  className={classes.link}
                  aria-current={menu.depth1 === active ? 'page' : undefined}
                >
                  <MenuIcon size={20} stroke={1.6} aria-hidden />
                  <span className={classes.label}>{label}</span>
                </Link>
              </MenuTooltip>
            </li>
          );
        })}
      </ul>
      {changed && (
        <div className={classes.changed} role="status">
          <span className={classes.dot} aria-hidden />
          <span className={classes.label}>{t('menu.unsaved')}</span>
        </div>
      )}
      <Tooltip label={toggleLabel} position="right" disabled={expanded}>
        <UnstyledButton className={classes.link} onClick={toggle} aria-expanded={expanded}>
          <Toggle size={20} stroke={1.6} aria-hidden />
          <span className={classes.label}>{toggleLabel}</span>
        </UnstyledButton>
      </Tooltip>
    </nav>
  );
}
