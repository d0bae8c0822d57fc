/** Compiles and checks texts; what the worker does, without the worker. */
import { codeListsOf, compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import type { SourceFinding, SourceText } from '../../../../schemas/compile/sources.types.ts';
import { inheritBlinding } from '../../../../shared/blinding/inheritBlinding.ts';
import { lintSchemas } from '../../../../shared/schemas/lintSchemas.ts';
import { sourceNames } from '../../../../shared/schemas/sourceNames.ts';
import type { Answer, Compiled, Question } from './analysis.types.ts';

/** Never throws: what cannot be compiled has findings that say where. */
export function analyse({ id, sources, instead }: Question): Answer {
  const start = performance.now();
  const compiled = compiledOf(sources);
  const other = compiled === null && instead !== null ? compiledOf(instead) : null;
  const findings = findingsOf(sources);
  return {
    id,
    findings,
    compiled: compiled ?? other,
    isOther: other !== null,
    tookMs: performance.now() - start,
  };
}

function compiledOf(sources: SourceText[]): Compiled | null {
  try {
    const catalogue = inheritBlinding(compileCatalogue(sources));
    const { ruleIds, dictionaries } = sourceNames(catalogue, sources);
    return { catalogue, codeLists: codeListsOf(sources), ruleIds, dictionaries, sources };
  } catch {
    // the compiler gives up at the first thing it cannot place; the findings name all of them
    return null;
  }
}

/** A linter that fails says so in the place of its findings: without them nothing can be published. */
function findingsOf(sources: SourceText[]): SourceFinding[] {
  try {
    return lintSchemas(sources);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ file: sources[0]?.file ?? '', line: 1, column: 1, severity: 'error', rule: 'linter', message }];
  }
}
