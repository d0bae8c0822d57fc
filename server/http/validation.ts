/** Requests are validated, and answers serialised, by the schemas of the contract; requests without unknown properties. */
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchema } from 'fastify';
import type { FastifyRouteSchemaDef, FastifyValidationResult } from 'fastify/types/schema.js';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import type { Call } from '../../shared/contract/call.ts';
import { invalidRequest } from '../problems.ts';

/** Merged by the browser into the query of every call (specification section 7). A sender of -1 is none. */
const SESSION_QUERY = {
  sponsorKey: Type.Optional(Type.Integer()),
  appendix: Type.Optional(Type.String({ maxLength: 10 })),
  language: Type.Optional(Type.String({ maxLength: 10 })),
  senderKey: Type.Optional(Type.Integer()),
};

/** What the product of the specification sends with every GET (section 7): a call without pages ignores it. */
const PAGING_QUERY = { pageNo: Type.Optional(Type.Integer()), rowCount: Type.Optional(Type.Integer()) };

const common = { useDefaults: true, removeAdditional: false, strict: false } as const;

const isDateTime = addFormats.default(new Ajv()).compile({ type: 'string', format: 'date-time' });

/** A leap second is no time to JavaScript, so it would compare as neither before nor after any other. */
const withFormats = (ajv: Ajv): Ajv =>
  addFormats
    .default(ajv)
    .addFormat('date-time', (text: string) => isDateTime(text) && !Number.isNaN(Date.parse(text)));

/** `first` stops at the first mistake: a body can be millions of mistakes, each of which costs more than to read it. */
const compilersOf = (coerceTypes: boolean) => ({
  first: withFormats(new Ajv({ ...common, coerceTypes })),
  all: withFormats(new Ajv({ ...common, coerceTypes, allErrors: true })),
});
// a body says what it means: `"5"` is no number there; in an address everything is text
const bodies = compilersOf(false);
const addresses = compilersOf(true);

/** The mistakes of a part of a request; none where it is valid. */
type Check = (part: unknown) => ErrorObject[];

/** Compiles when it is asked first: all routes together take longer than the rest of the start. */
function checkBy({ first, all }: ReturnType<typeof compilersOf>, schema: object): Check {
  let quick: ValidateFunction | undefined;
  let thorough: ValidateFunction | undefined;
  return (part) => {
    const isValid = (quick ??= first.compile(schema));
    if (isValid(part)) return [];
    const found = isValid.errors ?? [];
    if (!isSmall(part)) return found;
    const isWhollyValid = (thorough ??= all.compile(schema));
    return isWhollyValid(part) ? found : (isWhollyValid.errors ?? found);
  };
}

/** Values in which all mistakes are looked for. */
const MAX_SEARCHED = 2000;

function isSmall(part: unknown): boolean {
  const waiting = [part];
  for (let seen = 1; waiting.length > 0; seen += 1) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > MAX_SEARCHED) return false;
    for (const key in next) {
      waiting.push((next as Record<string, unknown>)[key]);
      if (seen + waiting.length > MAX_SEARCHED) return false;
    }
  }
  return true;
}

/** The validator of one part of the requests of a route. */
export function validatorCompiler({
  schema,
  httpPart,
}: FastifyRouteSchemaDef<FastifySchema>): FastifyValidationResult {
  const check = checkBy(httpPart === 'body' ? bodies : addresses, schema as object);
  const validate: FastifyValidationResult = (part: unknown) => {
    validate.errors = check(part);
    return validate.errors.length === 0;
  };
  return validate;
}

const serializerOf = memoize((schema: object): ((answer: unknown) => string) => fastJsonStringify(schema));

/** The serialiser of the answers of a route, compiled by the first answer. */
export const serializerCompiler =
  ({ schema }: { schema: object }): ((answer: unknown) => string) =>
  (answer) =>
    serializerOf(schema)(answer);

const addressChecks = new WeakMap<object, Check>();

/** Parameters or a query that came in a body, as if they came in an address. Throws 400 INVALID_REQUEST. */
export function addressChecked<T extends object>(
  part: 'params' | 'querystring',
  schema: TSchema | undefined,
  value: T,
): T {
  const key = schema ?? {};
  const check =
    addressChecks.get(key) ??
    checkBy(
      addresses,
      closed(part === 'params' ? (schema ?? Type.Object({})) : querySchema({ method: 'GET', query: schema })),
    );
  addressChecks.set(key, check);
  const checked = structuredClone(value);
  const mistakes = check(checked);
  if (mistakes.length > 0) throw invalidRequest(mistakesOf(part, checked, mistakes));
  return checked;
}

const bodyChecks = new WeakMap<object, Check>();

/** A body that came in a field of a form, checked as any other body. Throws 400 INVALID_REQUEST. */
export function bodyChecked(schema: TSchema | undefined, value: unknown): unknown {
  const key = schema ?? {};
  const check = bodyChecks.get(key) ?? checkBy(bodies, closed(schema ?? Type.Object({})));
  bodyChecks.set(key, check);
  const mistakes = check(value);
  if (mistakes.length > 0) throw invalidRequest(mistakesOf('body', value, mistakes));
  return value;
}

/**
 * A copy in which no object takes properties that its schema does not name. All servers of a process have the same copy:
 * what is compiled of it is kept by it.
 */
export const closed: (schema: TSchema) => object = memoize(
  (schema: TSchema) =>
    JSON.parse(JSON.stringify(schema), (_key, part: unknown) =>
      isObject(part) && part.type === 'object' && part.properties && part.additionalProperties === undefined
        ? { ...part, additionalProperties: false }
        : part,
    ) as object,
);

const NO_QUERY = Type.Object({});

const beside = (parameters: Record<string, TSchema>) =>
  memoize((query: TSchema): TSchema =>
    Type.Object({ ...parameters, ...(query as { properties?: Record<string, TSchema> }).properties }),
  );
const ofChange = beside(SESSION_QUERY);
const ofReading = beside({ ...SESSION_QUERY, ...PAGING_QUERY });

/** The query of a call together with the parameters that come with every call; the call's own win. */
export const querySchema = ({ method, query = NO_QUERY }: Pick<Call, 'method' | 'query'>): TSchema =>
  (method === 'GET' ? ofReading : ofChange)(query);

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

/** One mistake in a request. */
export interface RequestMistake {
  in: string; // body, path or query
  /** e.g. `changes[3].value`, '' for the whole */
  path: string;
  message: string;
  /** the item it belongs to, where it lies inside a change */
  address?: { itemId: string; rowNo: unknown; rowNo2: unknown; rowNo3: unknown };
}

/** A request can hold thousands of mistakes; these are enough to find the reason. */
const MAX_MISTAKES = 100;

/** The mistakes the validator found, in the sender's terms. `part`: body, params or querystring. */
export const mistakesOf = (part: string, body: unknown, errors: readonly ErrorObject[]): RequestMistake[] =>
  errors.slice(0, MAX_MISTAKES).map((error) => {
    const steps = error.instancePath.split('/').slice(1).map(unescaped);
    const address = part === 'body' ? addressAt(body, steps) : null;
    return {
      in: PLACES[part] ?? part,
      path: pathText(steps),
      message: messageOf(error),
      ...(address && { address }),
    };
  });

const PLACES: Record<string, string> = { params: 'path', querystring: 'query' };

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const pathText = (steps: string[]): string =>
  steps.map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : `${i ? '.' : ''}${step}`)).join('');

function messageOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return `has an unknown property '${String(params.additionalProperty)}'`;
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return message;
}

/** The innermost object on the way to the mistake that names an item. */
function addressAt(body: unknown, steps: string[]): RequestMistake['address'] | null {
  let found: RequestMistake['address'] | null = null;
  let part = body;
  for (const step of ['', ...steps]) {
    if (step !== '') part = (part as Record<string, unknown> | null)?.[step];
    if (isObject(part) && typeof part.itemId === 'string') {
      const { itemId, rowNo, rowNo2, rowNo3 } = part;
      found = { itemId, rowNo, rowNo2, rowNo3 };
    }
  }
  return found;
}
