/** Names that the schema files may have pass every call that carries them. */
import { expect, it } from 'vitest';
import appendixSchema from '../../schemas/meta/appendix.schema.json' with { type: 'json' };
import dictionarySchema from '../../schemas/meta/dictionary.schema.json' with { type: 'json' };
import pageSchema from '../../schemas/meta/page.schema.json' with { type: 'json' };
import partsSchema from '../../schemas/meta/parts.schema.json' with { type: 'json' };
import * as contract from './index.ts';

const { itemFields, groupRow, codeListFields } = partsSchema.$defs;
const item = itemFields.properties.itemId.maxLength;
const group = groupRow.properties.group.maxLength;

/** The length name, by the property of calls that carries it. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  itemId: item,
  columnId: item,
  group,
  block: group,
  page: pageSchema.properties.page.maxLength,
  appendix: appendixSchema.properties.appendix.maxLength,
  receiver: appendixSchema.properties.authority.maxLength,
  codeName: codeListFields.properties.codeList.maxLength,
  dictionary: dictionarySchema.properties.dictionary.maxLength,
};

interface Part {
  name: string;
  length: number;
}

/** Every property of a schema with the length that it takes. */
function lengthsIn(schema: unknown, name = ''): Part[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { maxLength } = schema as { maxLength?: number };
  const own = maxLength === undefined ? [] : [{ name, length: maxLength }];
  return [
    ...own,
    ...Object.entries(schema).flatMap(([key, part]) =>
      // alternatives and elements of a list are what their property is
      lengthsIn(part, /^(\d+|anyOf|allOf|items)$/.test(key) ? name : key),
    ),
  ];
}

it('are not longer than calls take', () => {
  const parts = Object.entries(contract).flatMap(([call, definition]) =>
    lengthsIn(definition).map((part) => ({ call, ...part })),
  );
  const known = parts.filter(({ name }) => Object.hasOwn(MAX_LENGTHS, name));
  expect(new Set(known.map(({ name }) => name))).toEqual(new Set(Object.keys(MAX_LENGTHS)));
  expect(known.filter(({ name, length }) => length < (MAX_LENGTHS[name] ?? 0))).toEqual([]);
});
