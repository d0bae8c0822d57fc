import type { Icon } from '@tabler/icons-react';
import { GuardedButton, KeyHint } from '../../../components/index.ts';

export interface PanelAction {
  label: string;
  Icon: Icon;
  /** as written on the keyboard */
  keys: string;
  /** why it cannot be done now; null: it can */
  why: string | null;
  isPending?: boolean;
  run: () => void;
}

/** What a panel of the cockpit does, with the keys that do the same. The first action is the main one. */
export const ActionButtons = ({ actions }: { actions: readonly PanelAction[] }) =>
  actions.map(({ label, Icon, keys, why, isPending = false, run }, index) => (
    <GuardedButton
      key={keys}
      variant={index === 0 ? 'filled' : 'default'}
      leftSection={<Icon size={15} aria-hidden />}
      rightSection={<KeyHint keys={keys} />}
      loading={isPending}
      why={why}
      onClick={run}
    >
      {label}
    </GuardedButton>
  ));
