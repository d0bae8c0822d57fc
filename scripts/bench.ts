/** `npm run bench [-- PART ...]`: the budgets of the design as ratios measured in one run. */
import type { Measured } from './bench-parts/measure.ts';

const PARTS: Record<string, () => Promise<Measured[]>> = {
  e2b: async () => (await import('./bench-parts/e2b.ts')).benchE2b(),
  server: async () => (await import('./bench-parts/server.ts')).benchServer(),
  editor: async () => (await import('./bench-parts/editor.ts')).benchEditor(),
};

const asked = process.argv.slice(2);
let missed = 0;
for (const [part, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  console.log(`\n${part}`);
  for (const { name, ratio, budget, detail } of await bench()) {
    const verdict = budget === null ? '' : ratio <= budget ? `within ${budget}` : `OVER ${budget}`;
    if (verdict.startsWith('OVER')) missed += 1;
    console.log(`  ${name.padEnd(44)} ${ratio.toFixed(2).padStart(8)}x  ${verdict.padEnd(14)} ${detail}`);
  }
}
console.log(`\n${missed} over budget`);
