import type { AreaPages } from '../../app-context/routeData.ts';

export const duplicatePages: AreaPages = {
  group: 'duplicates',
  pages: {
    CaseDuplicationCheck: () =>
      import('./DuplicateCheckPage.tsx').then(({ DuplicateCheckPage }) => DuplicateCheckPage),
  },
};
