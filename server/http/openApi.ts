/** The interface as an OpenAPI 3.1 document, from the contract: its schemas are JSON Schema already. */
import type { TSchema } from 'typebox';
import * as contract from '../../shared/contract/index.ts';
import type { Call } from '../../shared/contract/call.ts';
import { MAX_PROGRAM_CALLS, MAX_TOKEN_DAYS } from '../../shared/contract/apiTokens.ts';
import { closed, querySchema } from './validation.ts';

interface ObjectSchema {
  properties?: Record<string, TSchema>;
  required?: string[];
}

const isCall = (part: unknown): part is Call =>
  typeof part === 'object' && part !== null && 'method' in part && 'path' in part && 'access' in part;

/** Every call of the contract, by its name there. */
export const CALLS: readonly (readonly [string, Call])[] = Object.entries(
  contract as Record<string, unknown>,
).filter((entry): entry is [string, Call] => isCall(entry[1]));

/** Plain data, ready to be sent. Takes some milliseconds. */
export const openApiDocument = (version: string): object =>
  JSON.parse(JSON.stringify(documentOf(version)), withNewTuples) as object;

/** OpenAPI 3.1 takes JSON Schema 2020-12; the tuples of the contract are those of draft 7. */
function withNewTuples(_key: string, part: unknown): unknown {
  const { items, additionalItems = true, ...rest } = (part ?? {}) as Record<string, unknown>;
  return Array.isArray(items) && !Array.isArray(part)
    ? { ...rest, prefixItems: items, items: additionalItems }
    : part;
}

function documentOf(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of CALLS) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Casewright', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Token of a session, from a sign-in.' },
        program: {
          type: 'http',
          scheme: 'bearer',
          description: `Token of a program, which a user makes on the page of exports. It works for its user in one sponsor, makes at most ${MAX_PROGRAM_CALLS} calls a minute (429 TOO_MANY_CALLS with Retry-After otherwise), and ends after at most ${MAX_TOKEN_DAYS} days.`,
        },
      },
      schemas: { Failure: FAILURE },
    },
  };
}

function operationOf(name: string, call: Call): object {
  return {
    operationId: name,
    summary: call.summary,
    ...(call.access !== 'public' && {
      security: [{ session: [] }, ...(call.byProgram ? [{ program: [] }] : [])],
    }),
    ...(typeof call.access !== 'string' && { description: `Needs one of ${call.access.join(', ')}.` }),
    parameters: [...parametersOf('path', call.params), ...parametersOf('query', querySchema(call))],
    ...requestBodyOf(call),
    responses: {
      200: { description: 'done', content: contentOf(call) },
      default: {
        description: 'refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }));
}

function requestBodyOf(call: Call): object {
  if (call.carries === 'upload') {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (call.carries === 'form') {
    const schema = {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: call.body ? closed(call.body) : {},
        },
        file: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!call.body) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: closed(call.body) } } } };
}

const contentOf = (call: Call): object =>
  call.carries === 'file'
    ? { 'application/octet-stream': {} }
    : { 'application/json': { schema: envelopeOf(true, call.data ?? { type: 'null' }) } };

const envelopeOf = (success: boolean, data: object): object => ({
  type: 'object',
  required: ['success', 'data', 'errMsg', 'errCode'],
  properties: {
    success: { const: success },
    data,
    errMsg: { type: success ? 'null' : 'string' },
    errCode: { type: success ? 'null' : 'string' },
    ...(!success && { details: {} }),
  },
});

const FAILURE = envelopeOf(false, { type: 'null' });
