/** The pause of a worker between two looks at the table of jobs, which ends early when there is a reason to look. */

export interface Nap {
  /** From now on what happens counts for the next nap. */
  begin: () => void;
  take: (ms: number) => Promise<void>;
  /** Ends the nap, or the next one at once. */
  end: () => void;
  /** Ends the nap, or the next one, in so many milliseconds at the latest. */
  shorten: (ms: number) => void;
}

export function openNap(): Nap {
  let endsAt = Infinity;
  let setTimer: () => void = () => {};
  const shorten = (ms: number) => {
    endsAt = Math.min(endsAt, performance.now() + ms);
    setTimer();
  };
  return {
    begin: () => {
      endsAt = Infinity;
    },
    take: async (ms) => {
      await new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        setTimer = () => {
          clearTimeout(timer);
          // a timer drops fractions, and one that fires early finds nothing due
          timer = setTimeout(resolve, Math.max(0, Math.ceil(endsAt - performance.now())));
        };
        shorten(ms);
      });
      setTimer = () => {};
    },
    end: () => shorten(0),
    shorten,
  };
}
