/** What page and worker say to each other of the rules. */
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import type { SolvedRule } from '../../../../shared/rule-solver/claims.types.ts';

export interface RulesQuestion {
  /** sources that compile */
  sources: SourceText[];
  receiver: string;
}

export interface RulesAnswer {
  solved: SolvedRule[];
}
