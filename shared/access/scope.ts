/** Row scope: the rows a user sees within the user's privileges (specification section 6). */

/** Keys of masters, by kind. */
export interface Masters {
  readonly senderKeys: readonly number[];
  readonly productKeys: readonly number[];
  readonly studyKeys: readonly number[];
}

/** The limits of a user; an empty kind is unlimited. */
export type Scope = Masters;

/** The masters of a row: of a case its sender, products and study; a master itself. An absent kind: none known. */
export type Subject = Partial<Masters>;

export const SCOPE_KINDS = ['senderKeys', 'productKeys', 'studyKeys'] as const satisfies (keyof Masters)[];

/** The kinds of masters that limit a user. */
export const limitsOf = (scope: Scope): (typeof SCOPE_KINDS)[number][] =>
  SCOPE_KINDS.filter((kind) => scope[kind].length > 0);

/**
 * A limit hides rows that are known to concern something else. Every kind must allow the row: if the user is not
 * limited in it, if the row has no master of that kind, or if they share a key.
 */
export const scopeAllows = (scope: Scope, subject: Subject): boolean =>
  SCOPE_KINDS.every((kind) => kindAllows(scope[kind], subject[kind] ?? []));

/** Whether a reader sees every row that the maker of a file could: no limit of the reader hides one of them. */
export const scopeCovers = (reader: Scope, maker: Scope): boolean =>
  SCOPE_KINDS.every(
    (kind) =>
      reader[kind].length === 0 ||
      (maker[kind].length > 0 && maker[kind].every((key) => reader[kind].includes(key))),
  );

const kindAllows = (limit: readonly number[], concerned: readonly number[]): boolean =>
  limit.length === 0 || concerned.length === 0 || concerned.some((key) => limit.includes(key));
