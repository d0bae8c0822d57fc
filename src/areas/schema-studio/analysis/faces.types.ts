/** What page and worker say to each other of the fields that a publication changes. */
import type { Catalogue, CodeList } from '../../../../schemas/compile/catalogue.types.ts';
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';

export interface FacesQuestion {
  /** in use, and with the changes; both compile */
  before: SourceText[];
  after: SourceText[];
}

export interface CompiledFaces {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
}

export interface FacesAnswer {
  before: CompiledFaces;
  after: CompiledFaces;
  /** items that are drawn or heard otherwise */
  changed: string[];
}
