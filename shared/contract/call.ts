/**
 * Definition of a call of the HTTP interface. The server mounts it, the browser calls it and OpenAPI documents it.
 * Every answer is wrapped in the envelope of the specification (section 7): `{ success, data, errMsg, errCode }`.
 */
import type { Static, TSchema } from 'typebox';
import type { PrivilegeId } from '../access/privileges.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** with `:name` for path parameters; the last segment may contain the `?` of the specification as query instead */
  path: string;
  summary: string;
  /**
   * `public` needs no session; `account` any session, also in administration mode without part in a sponsor; `session`
   * that of a user who is assigned to the sponsor; `systemAdmin` that of a system administrator; otherwise one of the
   * privileges, of which `systemAdmin` is what system administrators hold in administration mode
   */
  access: 'public' | 'account' | 'session' | 'systemAdmin' | readonly (PrivilegeId | 'systemAdmin')[];
  /**
   * Of a call that is no GET: made also by a session that sees the product as another user does. It changes nothing, or the
   * session alone.
   */
  whileViewing?: true;
  /** Also made by programs, with a token of the user and within its limits. */
  byProgram?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** content of `data` in the envelope */
  data?: TSchema;
  /**
   * Answers bytes instead of the envelope (`file`), or reads multipart instead of JSON: one `file` (`upload`), or the body
   * as JSON in the field `data` with any number of files after it (`form`).
   */
  carries?: 'file' | 'upload' | 'form';
  /** what is reported while an upload is processed, to a client that accepts `PROGRESS_LINES` */
  progress?: TSchema;
  /** largest upload; left out: `MAX_FILE_MB` */
  maxUploadMb?: number;
  /**
   * The browser may hold the answer and ask each time whether it has changed; only for answers without data of cases. The
   * handler returns the same object until it changes.
   */
  revalidated?: true;
}

/** Largest file of an upload, unless its call sets another limit. */
export const MAX_FILE_MB = 30;

/** Media type of an answer with progress: lines of JSON, `{ progress }` and last a `LastLine`. */
export const PROGRESS_LINES = 'application/x-ndjson';

export interface LastLine {
  /** HTTP status of the answer */
  status: number;
  answer: Envelope<unknown>;
}

/** Header of every answer within a session: the version of the catalogue that the sponsor uses now. */
export const CATALOGUE_VERSION = 'x-catalogue-version';

/** Header of every answer within a session: what the user may see in the sponsor, `accessVersion` of the session. */
export const ACCESS_VERSION = 'x-access-version';

/** Header of a message to download: ids of the items with values that it cannot hold, separated by commas. */
export const OMITTED_ITEMS = 'x-omitted-items';

/** Header of a list to download: how many of the chosen rows are not in it, since they left the list. */
export const MISSING_ROWS = 'x-missing-rows';

/** Header of every answer: the id of the request, by which the log names it. */
export const REQUEST_ID = 'x-request-id';

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;
export type ParamsOf<C extends Call> = StaticOr<C['params'], Record<never, never>>;
export type QueryOf<C extends Call> = StaticOr<C['query'], Record<never, never>>;
export type BodyOf<C extends Call> = StaticOr<C['body'], undefined>;
export type ProgressOf<C extends Call> = StaticOr<C['progress'], never>;
export type DataOf<C extends Call> = StaticOr<C['data'], null>;

/** Preserves the literal type of a call and checks its shape. */
export const defineCall = <const C extends Call>(call: C): C => call;

export interface Envelope<Data> {
  success: boolean;
  data: Data | null;
  errMsg: string | null;
  errCode: string | null;
  /** what was refused, e.g. the addresses of items */
  details?: unknown;
}
