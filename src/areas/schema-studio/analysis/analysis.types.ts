/** What page and worker say to each other. */
import type { Catalogue, CodeList } from '../../../../schemas/compile/catalogue.types.ts';
import type { SourceFinding, SourceText } from '../../../../schemas/compile/sources.types.ts';

export interface Question {
  /** counts up; an answer to an older one is no news */
  id: number;
  sources: SourceText[];
  /** compiled instead where `sources` cannot be; null: nothing is compiled then */
  instead: SourceText[] | null;
}

/** The sources as the product would run them. */
export interface Compiled {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  ruleIds: readonly string[];
  dictionaries: readonly string[];
  /** what it was compiled from */
  sources: SourceText[];
}

export interface Answer {
  id: number;
  findings: SourceFinding[];
  /** null where the texts cannot be compiled */
  compiled: Compiled | null;
  /** `compiled` is of the texts that were given instead */
  isOther: boolean;
  /** how long compiling and checking took, in milliseconds */
  tookMs: number;
}
