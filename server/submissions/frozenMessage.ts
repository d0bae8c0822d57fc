/** One message out of a frozen batch, as a batch of its own. The file is read as a stream: a batch may be large. */

export interface CutMessage {
  xml: string;
  /** it is longer than the limit, and not whole */
  isCut: boolean;
}

/** `index` from 0; null: the batch has fewer messages. `limit` in characters. */
export async function cutMessage(
  source: AsyncIterable<string>,
  { rootName, messageName }: { rootName: string; messageName: string },
  index: number,
  limit: number,
): Promise<CutMessage | null> {
  const [start, end] = [`<${messageName}`, `</${messageName}>`];
  let head = '';
  let message = '';
  let begun = 0;
  let isInside = false;
  let rest = '';
  /** Keeps what the next piece may complete to a tag. */
  const keepTail = (tag: string): string => {
    const done = rest.slice(0, Math.max(0, rest.length - tag.length));
    rest = rest.slice(done.length);
    return done;
  };
  for await (const piece of source) {
    rest += piece;
    for (;;) {
      const at = rest.indexOf(isInside ? end : start);
      const isWanted = isInside && begun - 1 === index;
      if (at < 0) {
        const done = keepTail(isInside ? end : start);
        if (isWanted) message += done;
        else if (begun === 0) head += done;
        break;
      }
      const done = rest.slice(0, isInside ? at + end.length : at);
      rest = rest.slice(done.length);
      if (isWanted) return { xml: `${head}${message}${done}</${rootName}>`, isCut: false };
      if (begun === 0) head += done;
      if (!isInside) begun += 1;
      isInside = !isInside;
    }
    if (message.length > limit) return { xml: head + message, isCut: true };
  }
  return null;
}
