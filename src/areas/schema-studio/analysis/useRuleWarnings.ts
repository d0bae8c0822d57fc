/** Warnings about rules that take seconds to find: they follow the other findings of a file that is edited. */
import type { SourceFinding, SourceText } from '../../../../schemas/compile/sources.types.ts';
import type { WorkingFile } from '../working/workingCopy.ts';
import { isChanged, mayHaveRules } from '../fileKinds.ts';
import type { Analysis } from './useAnalysis.ts';
import { useWorkerAnswer } from './useWorkerAnswer.ts';

/** Rules are not solved while their author goes on: it takes seconds of a core. */
const PAUSE_MS = 2000;
const NONE: readonly SourceFinding[] = [];
const openWorker = () => new Worker(new URL('./warnings.worker.ts', import.meta.url), { type: 'module' });

/** Asked while a file with rules is open that differs from what is in use, and no text has errors. */
export function useRuleWarnings(
  file: WorkingFile | undefined,
  { compiled, isBehind, findings }: Analysis,
): readonly SourceFinding[] {
  const isEdited = file !== undefined && isChanged(file) && mayHaveRules(file.file);
  const isGood = !isBehind && findings.every(({ severity }) => severity !== 'error');
  const question = isEdited && isGood && compiled ? compiled.sources : null;
  const { answer } = useWorkerAnswer<SourceText[], SourceFinding[]>(openWorker, question, PAUSE_MS);
  return question && answer ? answer : NONE;
}
