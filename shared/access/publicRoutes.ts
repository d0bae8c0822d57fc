/** Addresses outside the frame, without a prefix. */
import type { PublicRouteData } from './route.types.ts';

export const PUBLIC_ROUTES = [
  { name: 'PasswordChange', path: 'password/change/:token/:language?', title: 'passwordChange' },
  { name: 'PasswordFinish', path: 'password/finish', title: 'passwordFinish' },
  {
    name: 'Login',
    path: 'login/:language?/:sponsorKey?/:sessionSenderKey?/:appendix?',
    title: 'login',
  },
  { name: 'FindPassword', path: 'find-password/:language?', title: 'findPassword' },
  { name: 'SetUp', path: 'set-up/:token', title: 'setUp' },
  { name: 'OAuthAuthorize', path: 'oauth/authorize', title: 'oauthAuthorize' },
  { name: 'Exam', path: 'exam', title: 'exam' },
  { name: 'ExamForm', path: 'exam/form', title: 'examForm' },
  { name: 'Whodd', path: 'whodd', title: 'whodd' },
  // the demonstration of the editor is the editor itself, which needs a case to save to
  { name: 'ExamEditor', path: 'exam-editor', title: 'schemaStudio', redirectTo: 'SchemaStudio' },
] as const satisfies readonly PublicRouteData[];
