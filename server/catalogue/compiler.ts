/** Linter and compiler of schema files, which do nothing twice for the same texts. */
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { compileItems, compileSource, type CatalogueSource } from './catalogueSource.ts';
import { recent } from './recent.ts';
import type { Compiled } from './retired.ts';
import { sourcesHashOf } from './sourceHash.ts';

/** Sets of files whose findings are kept in memory. */
const MAX_CHECKED = 8;

export interface Compiler {
  /** What the linter says of the texts, and the compiler where the linter has nothing against them. */
  check: (sources: SourceText[]) => SourceFinding[];
  /** Compiles texts without errors; nothing of it comes into use. */
  compiled: (sources: SourceText[]) => CatalogueSource;
  /** Compiles only items and code lists, of texts whose rules may hold errors. */
  compiledItems: (sources: SourceText[]) => Compiled;
}

/** `size`: catalogues kept in memory; each takes some 8 MB. */
export function createCompiler(size: number): Compiler {
  const catalogues = recent<CatalogueSource>(size);
  const findings = recent<SourceFinding[]>(MAX_CHECKED);
  const compiled = (sources: SourceText[]) =>
    catalogues.of(sourcesHashOf(sources), () => compileSource(sources));
  const compiledItems = (sources: SourceText[]) =>
    catalogues.find(sourcesHashOf(sources)) ?? compileItems(sources);
  const checkNow = (sources: SourceText[]): SourceFinding[] => {
    try {
      const found = lintSchemas(sources);
      if (!found.some(isError)) compiled(sources);
      return found;
    } catch (error) {
      // a mistake that the linter does not know must not be activated either
      const message = error instanceof Error ? error.message : String(error);
      return [{ file: 'schemas', line: 1, column: 1, severity: 'error', rule: 'compile', message }];
    }
  };
  return {
    compiled,
    compiledItems,
    check: (sources) => findings.of(sourcesHashOf(sources), () => checkNow(sources)),
  };
}

export const isError = ({ severity }: SourceFinding): boolean => severity === 'error';
