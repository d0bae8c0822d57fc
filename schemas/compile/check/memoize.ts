/** Caches work until its input changes. */
import type { SourceText } from '../sources.types.ts';

/** The function of an object, cached for the lifetime of the object. */
export function memoize<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const cache = new WeakMap<Of, { answer: T }>();
  return (of) => {
    const last = cache.get(of) ?? { answer: work(of) };
    cache.set(of, last);
    return last.answer;
  };
}

/** The function, with its last result cached per file name. */
export function remembered<T>(work: (source: SourceText) => T): (source: SourceText) => T {
  const cache = new Map<string, { text: string; answer: T }>();
  return (source) => {
    const last = cache.get(source.file);
    if (last?.text === source.text) return last.answer;
    const answer = work(source);
    cache.set(source.file, { text: source.text, answer });
    return answer;
  };
}

/** The function of some sources, with its last `size` results cached: for files of which most edits change none. */
export function rememberedAll<T>(
  work: (sources: SourceText[]) => T,
  size: number,
): (sources: SourceText[]) => T {
  let recent: { sources: SourceText[]; answer: T }[] = [];
  return (sources) => {
    const known = recent.find((one) => areAlike(one.sources, sources)) ?? { sources, answer: work(sources) };
    recent = [known, ...recent.filter((one) => one !== known)].slice(0, size);
    return known.answer;
  };
}

const areAlike = (some: readonly SourceText[], others: readonly SourceText[]): boolean =>
  some.length === others.length &&
  some.every(({ file, text }, at) => file === others[at]?.file && text === others[at]?.text);
