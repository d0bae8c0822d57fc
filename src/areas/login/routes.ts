import type { AreaPages } from '../../app-context/routeData.ts';

export const loginPages: AreaPages = {
  group: 'login',
  pages: {
    Login: () => import('./LoginPage.tsx').then(({ LoginPage }) => LoginPage),
    SetUp: () => import('./SetUpPage.tsx').then(({ SetUpPage }) => SetUpPage),
    PasswordChange: () => import('./SetPasswordPage.tsx').then(({ SetPasswordPage }) => SetPasswordPage),
    PasswordFinish: () =>
      import('./PasswordFinishPage.tsx').then(({ PasswordFinishPage }) => PasswordFinishPage),
    FindPassword: () => import('./FindPasswordPage.tsx').then(({ FindPasswordPage }) => FindPasswordPage),
  },
};
