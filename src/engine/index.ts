/** The form engine: a page of the catalogue becomes a form whose values sit in one atom per address. */
export { findUnfitEdits } from './rjsf/findUnfitEdits.ts';
export { PageForm, type PageFormProps } from './PageForm.tsx';
export { MatrixForm } from './matrix/MatrixForm.tsx';
export { matrixGroupOf } from './matrix/shape.ts';
export { PasteRows } from './paste/PasteRows.tsx';
export { tableIn } from './paste/pastedInto.ts';
export type { CopiedTable } from './paste/readTable.ts';
export {
  createPageSession,
  type EditPlace,
  type EditsSnapshot,
  type PageSession,
  type RemoteContent,
  type PageSessionInput,
  type RowReference,
} from './session/pageSession.ts';
export { fillTarget, pathOfRow, writeFill } from './item/fillTarget.ts';
export { stopForRefusedEntry } from './page/refusedEntries.ts';
export type {
  EngineServices,
  LookedUp,
  EntryRequest,
  LookUpRequest,
  RecommendRequest,
  Term,
  WhySubject,
} from './services.ts';
export type { Finding, PersonMark } from './page/formState.ts';
export { addressKeyOf } from './page/shortcuts.ts';
export { focusedAddress } from './page/shortcuts.ts';
export { addressOfLink } from './page/deepLink.ts';
export { inputIdOf, notationIdOf } from './page/context.ts';
export { conformanceOf } from './item/conformance.ts';
export { unseenWord } from './item/unseenWord.ts';
