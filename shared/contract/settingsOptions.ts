/**
 * What may be chosen in settings of a sponsor, by the names of the specification (1 section 7, 2 section 7); `GET settings`
 * has all values at once.
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { NamedCodes, Nullable } from './common.ts';

const params = Type.Object({ sponsorKey: Type.Integer() });

const options = <const Name extends string>(name: Name, summary: string) =>
  defineCall({
    method: 'GET',
    path: `/1.0/sponsors/:sponsorKey/${name}` as const,
    summary,
    // the dialogs of reports begin with them, and the session has the same values
    access: 'session',
    params,
    data: Type.Object({
      /** the one that holds for the sponsor; null: there is none */
      value: Nullable(Type.String()),
      codeList: NamedCodes,
    }),
  });

export const readNotationOptions = options('notation', 'In which language messages and reports have texts');
export const readIdfOptions = options('idf', 'The loaded versions of the IDF');
export const readOrientationOptions = options('cioms-orientation', 'The orientations of the CIOMS form');
export const readOrderingOptions = options('cioms-data-ordering', 'The orders of the data in the CIOMS form');

export const readWorkflowOptions = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/workflow/options',
  summary: 'What a workflow can be made of: the steps there are, and the roles that may own a case in one',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params,
  data: Type.Object({ steps: NamedCodes, roles: NamedCodes }),
});
