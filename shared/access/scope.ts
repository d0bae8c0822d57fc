/** Row scope: which rows a user sees within what his privileges allow (specification section 6). */

/** Keys of masters, by kind. */
export interface Masters {
  readonly senderKeys: readonly number[];
  readonly productKeys: readonly number[];
  readonly studyKeys: readonly number[];
}

/** What a user is limited to; an empty kind is no limit. */
export type Scope = Masters;

/** What a row concerns: a case its sender, products and study; a master itself. A kind left out: none that is known. */
export type Subject = Partial<Masters>;

export const SCOPE_KINDS = ['senderKeys', 'productKeys', 'studyKeys'] as const satisfies (keyof Masters)[];

/** The kinds of masters a user is limited in. */
export const limitsOf = (scope: Scope): (typeof SCOPE_KINDS)[number][] =>
  SCOPE_KINDS.filter((kind) => scope[kind].length > 0);

/**
 * A limit keeps away rows that are known to concern something else. Each kind has to let the row pass: it does where the
 * user is not limited in it, where the row concerns nothing of that kind, or where they share a key.
 */
export const scopeAllows = (scope: Scope, subject: Subject): boolean =>
  SCOPE_KINDS.every((kind) => kindAllows(scope[kind], subject[kind] ?? []));

const kindAllows = (limit: readonly number[], concerned: readonly number[]): boolean =>
  limit.length === 0 || concerned.length === 0 || concerned.some((key) => limit.includes(key));
