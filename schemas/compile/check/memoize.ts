/** Work that needs to be done again only when what it is done on changed. */
import type { SourceText } from '../sources.types.ts';

/** The function of an object, remembering its answer as long as the object lives. */
export function once<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { answer: T }>();
  return (of) => {
    const last = known.get(of) ?? { answer: work(of) };
    known.set(of, last);
    return last.answer;
  };
}

/** The function, remembering its last answer for each file name. */
export function remembered<T>(work: (source: SourceText) => T): (source: SourceText) => T {
  const known = new Map<string, { text: string; answer: T }>();
  return (source) => {
    const last = known.get(source.file);
    if (last?.text === source.text) return last.answer;
    const answer = work(source);
    known.set(source.file, { text: source.text, answer });
    return answer;
  };
}
