/** The form engine: a page of the catalogue becomes a form whose values sit in one atom per address. */
export { PageForm, type PageFormProps } from './PageForm.tsx';
export { MatrixForm, type MatrixFormProps } from './matrix/MatrixForm.tsx';
export { matrixGroupOf } from './matrix/shape.ts';
export { PasteRows } from './paste/PasteRows.tsx';
export { tableIn } from './paste/pastedInto.ts';
export type { CopiedTable } from './paste/readTable.ts';
export {
  createPageSession,
  type KeptEdits,
  type Overtaking,
  type PageSession,
  type PageSessionInput,
  type RowReference,
} from './session/pageSession.ts';
export type { ItemView } from './session/views.ts';
export { stopForRefusedEntry } from './form/refusedEntries.ts';
export type {
  Code,
  CodeList,
  EngineServices,
  ItemAction,
  LookedUp,
  EntryRequest,
  LookUpRequest,
  RecommendRequest,
  Term,
  WhySubject,
} from './services.ts';
export type { Finding, PersonMark } from './form/formState.ts';
export { addressKeyOf } from './form/shortcuts.ts';
export { focusedAddress } from './form/shortcuts.ts';
export { addressOfLink, linkTo } from './form/deepLink.ts';
