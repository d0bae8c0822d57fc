/** Tokens with which a company's own programs make exports for a user (decision 0255). */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';

/** Calls of one token within a minute. */
export const MAX_PROGRAM_CALLS = 60;
export const MAX_TOKEN_DAYS = 366;
/** That a user has in a sponsor at a time. */
export const MAX_TOKENS = 10;
export const MAX_TOKEN_NAME = 100;

const When = Type.String({ format: 'date-time' });

const ApiToken = Type.Object({
  tokenKey: Type.String({ format: 'uuid' }),
  name: Type.String(),
  createdAt: When,
  expiresAt: When,
  lastUsedAt: Nullable(When),
});
export type ApiToken = Static<typeof ApiToken>;

const TOKENS = { path: '/1.0/api-tokens', access: ['EDIT.DATA'] } as const;

export const listApiTokens = defineCall({
  ...TOKENS,
  method: 'GET',
  summary: 'The tokens of programs that work for the user in the sponsor, the newest first',
  data: Type.Object({ tokens: Type.Array(ApiToken) }),
});

/** 422 TOO_MANY_TOKENS. */
export const createApiToken = defineCall({
  ...TOKENS,
  method: 'POST',
  summary: 'Makes a token for a program, which is shown this once',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: MAX_TOKEN_NAME, pattern: '\\S' }),
    days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
  }),
  data: Type.Object({ token: Type.String(), tokenKey: Type.String({ format: 'uuid' }), expiresAt: When }),
});

/** 404 NOT_FOUND for one that is not the user's own, or has ended. */
export const endApiToken = defineCall({
  ...TOKENS,
  path: `${TOKENS.path}/:tokenKey`,
  method: 'DELETE',
  summary: 'Ends a token of a program',
  params: Type.Object({ tokenKey: Type.String({ format: 'uuid' }) }),
});
