import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';

/** What rules read of the compiled schema files. */
export interface MappingCatalogue extends Pick<Catalogue, 'items' | 'groups'> {
  codeLists: Readonly<Record<string, CodeList>>;
}
