/** The same texts come again and again, in cases that are compared and lists that are written: what is made of them is made once. */

const MOST = 5000;

/** The function of a text, remembering its answers; all of them are forgotten when there are too many. */
export function remembering<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, { answer: T }>();
  return (text) => {
    const last = known.get(text);
    if (last) return last.answer;
    if (known.size >= MOST) known.clear();
    const answer = work(text);
    known.set(text, { answer });
    return answer;
  };
}
