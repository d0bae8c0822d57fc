import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { openApiDocument } from './openApi.ts';

/** The schemas of a document, with their places in it. */
function schemasIn(part: unknown, path = ''): [string, object][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]: [string, object]) =>
    key === 'schema' ? [[path, inner]] : schemasIn(inner, `${path}/${key}`),
  );
}

it('has schemas of JSON Schema 2020-12, which OpenAPI 3.1 takes', () => {
  const ajv = new Ajv2020({ logger: false });
  const schemas = schemasIn(openApiDocument('1'));
  const invalid = schemas.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([path]) => path);
  expect(schemas.length).toBeGreaterThan(1000);
  expect(invalid).toEqual([]);
});
