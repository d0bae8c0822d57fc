/** Error reports of the browser. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';

/** Categories of the specification (section 8) for requests without an answer; the others are the browser's own. */
export const ERROR_CATEGORIES = ['SUBMIT_FAIL', 'RETRIEVE_FAIL', 'PAGE_LOAD', 'RENDER', 'UNCAUGHT'] as const;
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

const Short = Type.String({ maxLength: 200 });

export const logError = defineCall({
  method: 'POST',
  path: '/api/v1/logs/error',
  summary: 'Takes an error report of the browser',
  access: 'public',
  body: Type.Object({
    level: Type.Optional(OneOf('error', 'warning')),
    category: Type.Optional(OneOf(...ERROR_CATEGORIES)),
    /** the name of the error's class */
    name: Type.Optional(Short),
    message: Type.String({ maxLength: 4000 }),
    /** of the route, and of the call that failed */
    params: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Short, { maxProperties: 40 })),
    /** source positions, one per line */
    additional: Type.Optional(Type.String({ maxLength: 4000 })),
    /** version of the build in the browser */
    build: Type.Optional(Short),
    userId: Type.Optional(Type.String({ maxLength: 100 })),
    userKey: Type.Optional(Type.Integer()),
    /** whether the browser had a token; the token itself is refused */
    token: Type.Optional(OneOf('held', 'none')),
  }),
});
