/** Demonstration pages: they need no session and store nothing. */
export { ExamFormPage } from './ExamFormPage.tsx';
export { ExamPage } from './ExamPage.tsx';
export { WhoddPage } from './WhoddPage.tsx';
