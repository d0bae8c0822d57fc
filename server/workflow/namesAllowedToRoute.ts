/** Who can lead a case on from where it is, by name. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Scope } from '../../shared/access/scope.ts';
import { usersAllowedToRoute, type WorkflowState } from '../../shared/workflow/mayRoute.ts';
import type { WorkflowPlan } from '../../shared/workflow/plan.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import type { Trx } from '../storage/database.ts';
import { findHolders, findWorker, type Person } from './people.store.ts';
import words from './words.json' with { type: 'json' };

/** more names than these are only counted */
const NAMES_SHOWN = 3;

export interface WhoMay {
  names: string[];
  more: number;
}

export interface LedCase {
  sponsorKey: number;
  at: Date;
  plan: WorkflowPlan;
  state: WorkflowState;
  /** whether a user of this scope may see the case */
  sees: (scope: Scope) => boolean;
}

/** Users who could route the case without acting on behalf of its owner. */
export async function namesAllowedToRoute(
  trx: Trx,
  { sponsorKey, at, plan, state, sees }: LedCase,
): Promise<WhoMay> {
  const { userKey, roleIds, barred } = usersAllowedToRoute(plan, state);
  const mayRoute = ({ userKey: key, scope }: Person) => !barred.includes(key) && sees(scope);
  const found =
    userKey === null
      ? await findHolders(trx, { sponsorKey, at }, roleIds)
      : [await findWorker(trx, { sponsorKey, at }, userKey)];
  const names = found.flatMap((person) => (person && mayRoute(person) ? person.userName : []));
  return { names: names.slice(0, NAMES_SHOWN), more: Math.max(0, names.length - NAMES_SHOWN) };
}

/** The same as the end of a sentence; empty where no user can. */
export function whoMayText({ names, more }: WhoMay, language: keyof LocalizedText): string {
  if (names.length === 0) return '';
  const listed = names.join(', ');
  const who = more > 0 ? fillPlaceholders(words.andMore[language], { names: listed, more }) : listed;
  return fillPlaceholders(words.whoMay[language], { names: who });
}
