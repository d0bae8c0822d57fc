const MAX_FRAMES = 30;

/** Does something with an element as soon as it is drawn; gives up after half a second. */
export function whenPresent<T>(find: () => T | null, then: (found: T) => void, frames = MAX_FRAMES): void {
  const found = find();
  if (found !== null) then(found);
  else if (frames > 0) requestAnimationFrame(() => whenPresent(find, then, frames - 1));
}
