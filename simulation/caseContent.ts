/** The content of a case as it is stored. */
import type { CaseContent } from '../shared/case/caseContent.ts';
import { readCaseContent } from '../server/cases/record/readCase.store.ts';
import { SPONSOR } from './simulatedServer.ts';
import type { Simulation } from './simulation.types.ts';

export const contentOf = ({ server }: Pick<Simulation, 'server'>, caseKey: number): Promise<CaseContent> =>
  server.read((trx) => readCaseContent(trx, SPONSOR, caseKey));

/** The first text that a case has for a role; null: none. */
export const textOfRole = (
  { server }: Pick<Simulation, 'server'>,
  { values }: CaseContent,
  role: string,
): string | null =>
  values.find(({ itemId }) => itemId === server.deps.catalogue.whole.roles[role])?.value ?? null;
