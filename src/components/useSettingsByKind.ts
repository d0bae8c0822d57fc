import { useState } from 'react';

interface Entered {
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

/**
 * Settings of a connection, by its kind. The function that it answers gives those of another kind: as the user left them, or
 * what `first` answers for a kind that was not chosen before. Another kind and back loses nothing that was typed.
 */
export function useSettingsByKind<Kind extends string>(first: (kind: Kind) => Record<string, string>) {
  const [entered] = useState(() => new Map<Kind, Entered>());
  return (before: Entered & { kind: Kind }, kind: Kind): Entered => {
    entered.set(before.kind, { settings: before.settings, secrets: before.secrets });
    return entered.get(kind) ?? { settings: first(kind), secrets: {} };
  };
}
