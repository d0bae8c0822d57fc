import type { AreaPages } from '../../app-context/routeData.ts';

/** Demonstration pages: they need no session and store nothing. */
export const demonstrationPages: AreaPages = {
  group: 'demonstrations',
  pages: {
    Exam: () => import('./ExamPage.tsx').then(({ ExamPage }) => ExamPage),
    ExamForm: () => import('./ExamFormPage.tsx').then(({ ExamFormPage }) => ExamFormPage),
    Whodd: () => import('./WhoddPage.tsx').then(({ WhoddPage }) => WhoddPage),
  },
};
