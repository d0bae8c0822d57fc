/** A strict reader of the text format of Prometheus, version 0.0.4: it throws at whatever the format does not allow. */

interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME})(?: (.*))?$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const NUMBER = /^(NaN|[+-]?Inf|[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)$/i;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/** The families by name. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, Family>();
  const series = new Set<string>();
  let current: [string, Family] | null = null;
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const comment = COMMENT.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      current = noteComment(families, { kind, name, rest });
      continue;
    }
    const sample = readSample(line);
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (series.has(key)) throw new Error(`a series is there twice: ${line}`);
    series.add(key);
    if (!current || !belongsTo(sample.name, current)) throw new Error(`a sample without its family: ${line}`);
    current[1].samples.push(sample);
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

function noteComment(
  families: Map<string, Family>,
  { kind, name, rest }: { kind: string | undefined; name: string; rest: string },
): [string, Family] {
  const family = families.get(name) ?? { type: '', help: '', samples: [] };
  if (family.samples.length > 0) throw new Error(`${name} is described after its samples`);
  if (kind === 'TYPE' && (family.type !== '' || !TYPES.includes(rest)))
    throw new Error(`TYPE of ${name}: ${rest}`);
  if (kind === 'HELP' && family.help !== '') throw new Error(`${name} has two HELP`);
  family[kind === 'TYPE' ? 'type' : 'help'] = rest;
  families.set(name, family);
  return [name, family];
}

function readSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (!NUMBER.test(value)) throw new Error(`no sample: ${line}`);
  return { name, labels: readLabels(labels, line), value: Number(value.replace('Inf', 'Infinity')) };
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < text.length;) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || name in labels) throw new Error(`labels: ${line}`);
    labels[name] = value.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  }
  return labels;
}

const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

const belongsTo = (sample: string, [name, { type }]: [string, Family]): boolean =>
  (SUFFIXES[type] ?? ['']).some((suffix) => sample === name + suffix);

function checkFamily(name: string, { type, help, samples }: Family): void {
  if (help === '' || type === '') throw new Error(`${name} has no HELP or no TYPE`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} counts backwards`);
  if (type === 'histogram') checkHistogram(name, samples);
}

/** Buckets grow up to that of +Inf, which holds as many as are counted. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const last = new Map<string, { le: number; value: number }>();
  for (const { name: sample, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(Object.entries(others).sort());
    const before = last.get(key);
    if (sample.endsWith('_bucket')) {
      const bound = le === '+Inf' ? Infinity : Number(le);
      if (before && !(bound > before.le && value >= before.value))
        throw new Error(`buckets of ${name} ${key}`);
      last.set(key, { le: bound, value });
    } else if (sample.endsWith('_count') && (before?.le !== Infinity || before.value !== value))
      throw new Error(`count of ${name} ${key}`);
  }
}

/** The value of the one sample with these labels; undefined where there is none. */
export const valueOf = (
  families: ReadonlyMap<string, Family>,
  family: string,
  labels: Readonly<Record<string, string>> = {},
  name = family,
): number | undefined =>
  families
    .get(family)
    ?.samples.find(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
