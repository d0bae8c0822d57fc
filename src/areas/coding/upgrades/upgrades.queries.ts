/** What the pages of dictionary upgrades read, and the commands they send. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listUpgrades,
  readUpgrade,
  suggestUpgradeCodes,
  type DataOf,
  type UpgradeState,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';

export type Upgrade = DataOf<typeof readUpgrade>;

const UPGRADES = ['coding', 'upgrades'];
const POLL_MS = 1000;
/** The day of a switch comes while the page is open. */
const SCHEDULED_POLL_MS = 10_000;
/** States that end by themselves. */
export const BUSY: readonly UpgradeState[] = ['preparing', 'switching'];

/** The access depends on the sponsor and sender, labels on the language. */
export function useUpgradeScope(): string {
  const { sponsorKey, sessionSenderKey, language } = useRouteContext();
  return `${sponsorKey}/${sessionSenderKey}/${language}`;
}

export const upgradesQuery = (scope: string) =>
  queryOptions({
    queryKey: [...UPGRADES, scope],
    queryFn: ({ signal }) => call(listUpgrades, { signal }),
    meta: { ownFailure: true },
  });

const pollOf = (upgrade: Upgrade | undefined): number | false => {
  if (!upgrade) return false;
  if (BUSY.includes(upgrade.state)) return POLL_MS;
  return upgrade.state === 'scheduled' ? SCHEDULED_POLL_MS : false;
};

export const upgradeQuery = (scope: string, upgradeKey: number) =>
  queryOptions({
    queryKey: [...UPGRADES, scope, upgradeKey],
    queryFn: ({ signal }) => call(readUpgrade, { params: { upgradeKey }, signal }),
    refetchInterval: ({ state }) => pollOf(state.data),
    meta: { ofPage: true, ownFailure: true },
  });

export const suggestionsQuery = (scope: string, upgradeKey: number, textKey: number) =>
  queryOptions({
    queryKey: [...UPGRADES, scope, upgradeKey, 'suggestions', textKey],
    queryFn: ({ signal }) => call(suggestUpgradeCodes, { params: { upgradeKey, textKey }, signal }),
    meta: { ownFailure: true },
  });

interface CommandOptions<Output> {
  /** the dialog that sent it shows its failure */
  ownFailure?: boolean;
  onSuccess?: (output: Output) => unknown;
  /** also where it was refused: what is shown may be out of date */
  onSettled?: () => unknown;
}

/** Sends a command of an upgrade; all upgrades that are shown are read again. */
export function useUpgradeCommand<Input, Output>(
  send: (input: Input) => Promise<Output>,
  { ownFailure = false, onSuccess, onSettled }: CommandOptions<Output> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { ownFailure },
    onSuccess,
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: UPGRADES }), onSettled?.()]),
  });
}
