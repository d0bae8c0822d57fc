/** The schemas of a call are compiled by its first request: a mistake in one is found here, not by that request. */
import fastJsonStringify from 'fast-json-stringify';
import { describe, expect, it } from 'vitest';
import { responseSchema } from './envelope.ts';
import { CALLS } from './openApi.ts';
import { closed, querySchema, validatorCompiler } from './validation.ts';

describe.each(CALLS)('the schemas of %s', (_name, { method, path: url, ...call }) => {
  const parts = {
    body: call.body,
    params: call.params,
    querystring: querySchema({ method, query: call.query }),
  };
  const given = Object.entries(parts).flatMap(([httpPart, schema]) => (schema ? [{ httpPart, schema }] : []));

  it.each(given)('compile for the $httpPart of a request', ({ httpPart, schema }) => {
    const validate = validatorCompiler({ schema: closed(schema), httpPart, method, url });
    expect(validate({})).toBeTypeOf('boolean');
  });

  it('compile for an answer', () => {
    expect(fastJsonStringify(responseSchema(call.data))).toBeTypeOf('function');
  });
});
