import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { rightsOnRecord } from './rightsOnRecord.ts';

const { records } = compileCatalogue(realSources);
/** Roles of the items of a kind that a record, once it is there, only shows. */
function shownRoles(kind: string, isNew: boolean): (string | null)[] {
  const catalogue = records[kind]?.catalogue;
  if (!catalogue) throw new Error(`no records of the kind ${kind}`);
  return rightsOnRecord(catalogue, isNew).readOnlyItems.map(
    (itemId) => catalogue.items[itemId]?.role ?? null,
  );
}

it('lets nobody change what a record was added with', () => {
  expect(shownRoles('user', false)).toEqual(['userId']);
  expect(shownRoles('company', false)).toEqual([
    'companyAdminName',
    'companyAdminId',
    'companyAdminMail',
    'companyZone',
    'companyRegion',
    'companyWorkflow',
  ]);
  expect(shownRoles('sender', false)).toEqual([]);
});

it('asks for it in a new record', () => {
  expect(shownRoles('user', true)).toEqual([]);
});
