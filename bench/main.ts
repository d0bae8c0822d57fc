/**
 * `npm run bench [-- PART ...] [--small-stock | --no-stock] [--quick]`: the budgets of the design as ratios measured in
 * one run. README.md beside this file says how to read them.
 */
import type { Measured } from './measure.ts';

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));
const has = (option: string): boolean => words.includes(option);
const extent = {
  stock: has('--no-stock') ? ('none' as const) : has('--small-stock') ? ('small' as const) : ('all' as const),
  quick: has('--quick'),
};

const PARTS: Record<string, () => Promise<Measured[]>> = {
  e2b: async () => (await import('./e2b.ts')).benchE2b(),
  reports: async () => (await import('./reports.ts')).benchReports(),
  packs: async () => (await import('./packs.ts')).benchPacks(extent),
  dictionaries: async () => (await import('./dictionaries.ts')).benchDictionaries(extent),
  duplicates: async () => (await import('./duplicates.ts')).benchDuplicates(),
  cases: async () => (await import('./cases.ts')).benchCases(extent),
  rules: async () => (await import('./rules.ts')).benchRules(),
  trial: async () => (await import('./trial.ts')).benchTrial(),
  schemas: async () => (await import('./schemas.ts')).benchSchemas(),
  submissions: async () => (await import('./submissions.ts')).benchSubmissions(extent),
  server: async () => (await import('./server.ts')).benchServer(),
  processes: async () => (await import('./processes.ts')).benchProcesses(extent),
  lists: async () => (await import('./lists.ts')).benchLists(extent),
  codingQueue: async () => (await import('./codingQueue.ts')).benchCodingQueue(extent),
  monitoring: async () => (await import('./monitoring.ts')).benchMonitoring(extent),
  masters: async () => (await import('./masters.ts')).benchMasters(),
  exports: async () => (await import('./exports.ts')).benchExports(extent),
  questions: async () => (await import('./questions.ts')).benchQuestions(extent),
  sheets: async () => (await import('./sheets.ts')).benchSheets(extent),
  uploads: async () => (await import('./uploads.ts')).benchUploads(extent),
  hostile: async () => (await import('./hostile.ts')).benchHostile(extent),
  typing: async () => (await import('./typing.ts')).benchTyping(extent),
  editor: async () => (await import('./editor.ts')).benchEditor(extent),
};

const times = (ratio: number | null | undefined): string => (ratio == null ? '' : `${ratio.toFixed(2)}x`);
const line = (
  name: string,
  ratio: string,
  noise: string,
  verdict: string,
  other: string,
  detail: string,
): void =>
  console.log(
    `  ${name.padEnd(46)} ${ratio.padStart(8)} ${noise.padStart(6)}  ${verdict.padEnd(12)} ${other.padStart(8)}  ${detail}`,
  );

let missed = 0;
for (const [part, bench] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(part)) continue;
  console.log(`\n${part}`);
  line('', 'ours', 'noise', 'budget', part === 'editor' ? 'stock' : '', '');
  for (const { name, ratio, noise, budget, stock: other, detail } of await bench()) {
    const verdict = budget === null ? '' : ratio <= budget ? `within ${budget}` : `OVER ${budget}`;
    if (verdict.startsWith('OVER')) missed += 1;
    line(
      name,
      times(ratio),
      noise == null ? '' : `±${Math.round(noise * 100)}%`,
      verdict,
      times(other),
      detail,
    );
  }
}
console.log(`\n${missed} over budget`);
