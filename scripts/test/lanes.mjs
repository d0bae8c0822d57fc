/** Runs work side by side on a number of lanes, so that no core waits. */

/**
 * Calls `run` for each item, in order, as soon as the `lanes` it takes are free and the items named in its `needs` have
 * ended; nothing overtakes an item that waits. Resolves to the results, in order, when all have ended.
 */
export async function onLanes(count, items, run) {
  let free = count;
  let wake = () => {};
  const running = new Map();
  for (const item of items) {
    await Promise.all((item.needs ?? []).map((name) => running.get(name)));
    const taken = Math.min(item.lanes, count);
    while (free < taken) await new Promise((resolve) => (wake = resolve));
    free -= taken;
    running.set(
      item.name,
      run(item).finally(() => {
        free += taken;
        wake();
      }),
    );
  }
  return Promise.all(running.values());
}

/**
 * Outputs of work that runs side by side, written one after the other: a channel passes on what it is given when those
 * opened before it have closed.
 */
export function channels(write) {
  const open = [];
  const pass = () => {
    while (open.length > 0) {
      const [first] = open;
      if (first.text) write(first.text);
      first.text = '';
      if (!first.closed) return;
      open.shift();
    }
  };
  return () => {
    const channel = { text: '', closed: false };
    open.push(channel);
    return {
      write: (text) => {
        channel.text += text;
        pass();
      },
      close: () => {
        channel.closed = true;
        pass();
      },
    };
  };
}
