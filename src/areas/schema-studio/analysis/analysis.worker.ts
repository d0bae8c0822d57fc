/** Keeps compiling and checking out of the way of typing. */
import { analyse } from './analyse.ts';
import type { Question } from './analysis.types.ts';

let latest: Question | null = null;

function answer(): void {
  const question = latest;
  latest = null;
  if (question) postMessage(analyse(question));
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // questions that piled up meanwhile are answered once, by the newest
  if (latest === null) setTimeout(answer);
  latest = data;
});
