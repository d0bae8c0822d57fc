/** The pack as one page that needs nothing else: to be read, searched, printed and filed. */
import { STATUSES, type Evidence, type JudgedRequirement, type Status } from './evidence.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './pageParts.ts';

const WORDS: Record<Status, { label: string; meaning: string }> = {
  proved: { label: 'Proved', meaning: 'every test named was run on these files and passed' },
  partly: { label: 'Partly', meaning: 'what was run passed; some tests named were not run' },
  notRun: { label: 'Not run', meaning: 'its tests were not run, or files have changed since' },
  untested: { label: 'No test', meaning: 'built, but no automatic test speaks of it' },
  notBuilt: { label: 'Not built', meaning: 'not built yet' },
  missing: { label: 'Missing', meaning: 'a test it names does not exist' },
  failed: { label: 'Failed', meaning: 'a test it names failed' },
};

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const esc = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const mark = (status: Status): string => `<span class="mark ${status}">${WORDS[status].label}</span>`;

/** The page of a pack. */
export function evidencePage(pack: Evidence): string {
  const { product, counts, requirements } = pack;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evidence: ${esc(product.name)} ${esc(product.version)}, ${esc(pack.madeAt.slice(0, 10))}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>Evidence: ${esc(product.name)} ${esc(product.version)}</h1>
<p>What the product must do, what of it is built, and which tests showed it on the files named below.</p>
${facts(pack)}
</header>
<main>
<section aria-labelledby="counts">
<h2 id="counts">Results</h2>
<ul class="counts">${STATUSES.map((status) => `<li>${mark(status)} <b>${counts[status]}</b> <span>${WORDS[status].meaning}</span></li>`).join('')}</ul>
${chart(requirements)}
</section>
<section aria-labelledby="requirements">
<h2 id="requirements">Requirements</h2>
${search(requirements)}
${requirementTable(requirements)}
</section>
${runTable(pack)}
${machineTable(pack)}
${fileTable(pack)}
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function facts({ product, catalogueVersion, node, madeAt, topHash }: Evidence): string {
  const commit = product.commit
    ? `${product.commit}${product.uncommitted ? ', with changes not committed' : ''}`
    : 'no checkout: see the hashes below';
  const rows = [
    ['Made', madeAt],
    ['Commit', commit],
    ['Catalogue', catalogueVersion],
    ['Node', node],
    ['SHA-256 of the pack', topHash],
  ];
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${esc(value)}</dd></div>`).join('')}</dl>`;
}

const sectionsOf = (requirements: readonly JudgedRequirement[]): string[] =>
  [...new Set(requirements.map(({ source }) => source))].sort();

/** Bars of results by section, and the table they are drawn from. */
function chart(requirements: readonly JudgedRequirement[]): string {
  const rows = sectionsOf(requirements).map((section) => ({
    section,
    counts: STATUSES.map((status) => ({
      status,
      count: requirements.filter((one) => one.source === section && one.status === status).length,
    })),
  }));
  const bars = rows.map(({ counts }, row) => {
    let left = 0;
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const parts = counts.map(({ status, count }) => {
      const width = (count / total) * 100;
      const bar = `<rect class="${status}" x="${left}%" y="${row * 22}" width="${width}%" height="16"/>`;
      left += width;
      return count > 0 ? bar : '';
    });
    return parts.join('');
  });
  const head = STATUSES.map((status) => `<th scope="col">${WORDS[status].label}</th>`).join('');
  const body = rows.map(
    ({ section, counts }) =>
      `<tr><th scope="row">${esc(section)}</th>${counts.map(({ count }) => `<td>${count}</td>`).join('')}</tr>`,
  );
  return `<figure>
<div class="bars"><ul aria-hidden="true">${rows.map(({ section }) => `<li>${esc(section)}</li>`).join('')}</ul>
<svg role="img" aria-label="Share of results by section; the numbers are in the table that follows" width="100%" height="${rows.length * 22}">${bars.join('')}</svg></div>
<table class="numbers"><caption>Requirements by section of the specification and result</caption>
<thead><tr><th scope="col">Section</th>${head}</tr></thead><tbody>${body.join('')}</tbody></table>
</figure>`;
}

function search(requirements: readonly JudgedRequirement[]): string {
  const option = (value: string, label: string) => `<option value="${esc(value)}">${esc(label)}</option>`;
  return `<form id="search" role="search">
<label>Words <input id="words" type="search" autocomplete="off"></label>
<label>Result <select id="status">${option('', 'all')}${STATUSES.map((status) => option(status, WORDS[status].label)).join('')}</select></label>
<label>Section <select id="section">${option('', 'all')}${sectionsOf(requirements)
    .map((section) => option(section, section))
    .join('')}</select></label>
<output id="found">${requirements.length} of ${requirements.length}</output>
</form>`;
}

function requirementTable(requirements: readonly JudgedRequirement[]): string {
  const list = (entries: readonly string[]) =>
    `<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`;
  const rows = requirements.map(({ id, text, source, status, covers = {}, tests }) => {
    const covered = [
      ...(covers.machines ?? []).map((name) => `machine <code>${esc(name)}</code>`),
      ...(covers.rules ?? []).map((name) => `rule <code>${esc(name)}</code>`),
      ...(covers.modules ?? []).map((name) => `<code>${esc(name)}</code>`),
    ];
    const shown = tests.map(
      (test) =>
        `<b class="${test.status}">${test.status === 'notRun' ? 'not run' : test.status}</b> ${esc(test.name)} <code>${esc(test.file)}</code>${test.titles.length > 1 ? ` (${test.titles.length} tests)` : ''}`,
    );
    return `<tr data-status="${status}" data-section="${esc(source)}"><th scope="row">${esc(id)}</th><td>${esc(text)}</td><td>${esc(source)}</td><td>${list(covered)}</td><td>${list(shown)}</td><td>${mark(status)}</td></tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-labelledby="requirements"><table id="table"><caption>Each requirement with what covers it, the tests that show it, and their result</caption>
<thead><tr><th scope="col">Id</th><th scope="col">Requirement</th><th scope="col">Section</th><th scope="col">Covered by</th><th scope="col">Tests</th><th scope="col">Result</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

const section = (
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
) =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><div class="wide" tabindex="0" role="region" aria-labelledby="${id}"><table>
<thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => `<tr><th scope="row">${esc(first)}</th>${rest.map((cell) => `<td>${esc(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div></section>`;

const runTable = ({ runs }: Evidence): string =>
  section(
    'runs',
    'Runs of the tests',
    ['Kind', 'Started', 'Passed', 'Failed', 'Not run'],
    runs.map(({ suite, startedAt, passed, failed, other }) => [suite, startedAt, passed, failed, other]),
  );

const machineTable = ({ machines }: Evidence): string =>
  section(
    'machines',
    'Machines',
    ['Machine', 'States', 'Transitions', 'SHA-256 of its chart'],
    Object.entries(machines).map(([name, { states, transitions, chart: hash }]) => [
      name,
      states,
      transitions,
      hash,
    ]),
  );

const fileTable = ({ files }: Evidence): string =>
  section(
    'files',
    'Files',
    ['File', 'SHA-256'],
    Object.entries(files).map(([file, hash]) => [file, hash ?? 'gone']),
  );
