/** Compiles what is about to be published and compares its fields with those in use, out of the way of typing. */
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import { codeListsOf, compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { changedFaces } from '../../../../shared/faces/changedFaces.ts';
import type { CompiledFaces, FacesAnswer, FacesQuestion } from './faces.types.ts';

const compiled = (texts: SourceText[]): CompiledFaces => ({
  catalogue: compileCatalogue(texts),
  codeLists: codeListsOf(texts),
});

addEventListener('message', ({ data }: MessageEvent<FacesQuestion>) => {
  const [before, after] = [compiled(data.before), compiled(data.after)];
  postMessage({ before, after, changed: changedFaces(before, after) } satisfies FacesAnswer);
});
