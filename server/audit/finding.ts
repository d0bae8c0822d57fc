/** A difference that a verification has found. */
import type { Chain } from './auditEntry.ts';
import type { ContentDifference } from './verifyCase.ts';
import type { ChainProblem } from './verifyChain.ts';

/** A chain that differs from what was written. */
export interface Finding {
  chain: Chain;
  /** null: the chain is of no case, or the case is gone */
  caseNo: string | null;
  problem: ChainProblem;
  /** the save at which the chain differs; null: its content differs */
  saveNo: number | null;
  differences: ContentDifference[];
}

const PROBLEMS: Record<ChainProblem, string> = {
  save: 'was changed, or a save was removed',
  head: 'was cut off or replaced at its end',
  anchor: 'differs from its anchor: saves were changed or removed after they were anchored',
  keyMissing: 'cannot be verified: its key is missing',
  content: 'does not match the stored case',
};

/** Names the difference in one line for operators: never case content. */
export function describeFinding({ chain, caseNo, problem, saveNo, differences }: Finding): string {
  const { sponsorKey, scope, scopeKey } = chain;
  const name = caseNo === null ? `${scope} ${scopeKey}` : `case ${caseNo} (${scopeKey})`;
  const from = problem === 'content' || saveNo === null ? '' : ` (save ${saveNo})`;
  const items = [
    ...new Set(differences.map(({ itemId, column }) => itemId || column || 'the whole version')),
  ];
  const content = items.length > 0 ? `: ${items.join(', ')}` : '';
  return `sponsor ${sponsorKey}, audit trail of ${name}${from} ${PROBLEMS[problem]}${content}`;
}
