/** The form engine: a page of the catalogue becomes a form whose values sit in one atom per address. */
export { PageForm, type PageFormProps } from './PageForm.tsx';
export {
  createPageSession,
  type PageSession,
  type PageSessionInput,
  type RowReference,
} from './session/pageSession.ts';
export type { ItemView } from './session/cells.ts';
export type { Code, EngineServices, Term } from './services.ts';
export type { Finding } from './form/formState.ts';
export { addressOfLink, linkTo } from './form/deepLink.ts';
export { isComposing, isSubmitEnter } from './fields/keys.ts';
