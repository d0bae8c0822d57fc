/** Access to the help center, a separate product (specification sections 2 and 7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';

export const readHelpDeskToken = defineCall({
  method: 'GET',
  path: '/1.0/helpdesk/tokens',
  summary: 'Gets the user into the help center, or tells that he has to agree to its policy before',
  access: 'account',
  data: Type.Object({
    policyAgreed: Type.Boolean(),
    /** redirect target: the help center, or the policy to accept */
    url: Type.String(),
  }),
});
