/** What an area contributes to the configuration of a sponsor: how its part is read, checked, and made what a file says. */
import type { TSchema } from 'typebox';
import type { ContentDifference } from '../../shared/configuration/comparePacks.ts';
import type { PackAddress, PackPart } from '../../shared/configuration/pack.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { ThreadsWorld } from '../threads/threads.ts';

export type ConfigurationWorld = AuditWorld &
  CatalogueWorld &
  CataloguesWorld &
  ClockWorld &
  DatabaseWorld &
  ThreadsWorld;

/** Who imports, until the request closes. */
export interface Importer {
  user: SessionUser;
  language: Language;
  requestId: string;
  signal: AbortSignal;
}

interface PartElement<Content = unknown> {
  name: string;
  content: Content;
}

export interface ConfigurationPart<Content = unknown> {
  part: PackPart;
  /** Elements that are changed at once, as one unit; otherwise one after the other. */
  together: boolean;
  /** Of the content of an element; null: the product has no element of this name. */
  schemaOf(name: string): TSchema | null;
  /** @param named elements that are wanted even where they are as the product delivers them */
  read(
    deps: ConfigurationWorld,
    user: SessionUser,
    named: ReadonlySet<string>,
  ): Promise<PartElement<Content>[]>;
  /** How contents are compared; left out: value by value. */
  differences?(before: Content | undefined, after: Content): ContentDifference[];
  /** Elements that the content names. */
  needs(content: Content): PackAddress[];
  /**
   * Makes the elements what the file says, by the functions that the pages of the product call. Answers with what the parts
   * after it are checked against.
   */
  put(
    deps: ConfigurationWorld,
    importer: Importer,
    elements: readonly PartElement<Content>[],
    reason: string,
  ): Promise<Partial<CatalogueWorld>>;
}
