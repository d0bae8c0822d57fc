/** Compiles what is about to be published and compares its fields with those in use, out of the way of typing. */
import { codeListsOf, compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { changedFaces } from '../../../../shared/faces/changedFaces.ts';
import type { FacesAnswer, FacesQuestion } from './faces.types.ts';

addEventListener('message', ({ data: { before, after } }: MessageEvent<FacesQuestion>) => {
  const now = { catalogue: compileCatalogue(after), codeLists: codeListsOf(after) };
  const was = { catalogue: compileCatalogue(before), codeLists: codeListsOf(before) };
  postMessage({ ...now, changed: changedFaces(was, now) } satisfies FacesAnswer);
});
