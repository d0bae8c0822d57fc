import type { AreaPages } from '../../frame/routeData.ts';

export const duplicatePages: AreaPages = {
  group: 'duplicates',
  pages: {
    CaseDuplicationCheck: () =>
      import('./DuplicateCheckPage.tsx').then(({ DuplicateCheckPage }) => DuplicateCheckPage),
  },
};
