/** Style and script of the evidence page, which must stand alone. */

export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9ced6, #454c57); --soft: light-dark(#f3f5f8, #22262d); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1.5rem; background: light-dark(#fff, #16181c); color: light-dark(#1b2029, #e7eaee); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
code { font-size: .85em; overflow-wrap: anywhere; }
.bars { overflow-x: auto; } .numbers { display: block; overflow-x: auto; }
dl div { display: flex; gap: .75rem; flex-wrap: wrap; } dt { min-width: 11rem; font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.1rem; } .counts { list-style: none; padding: 0; } .counts .mark { display: inline-block; min-width: 4.5rem; text-align: center; }
.counts li { margin: .2rem 0; } .counts b { display: inline-block; min-width: 2.5rem; text-align: right; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: .4rem 0; font-style: italic; }
th, td { border: 1px solid var(--line); padding: .35rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { background: var(--soft); position: sticky; top: 0; } tbody th { white-space: nowrap; font-weight: 600; } thead th, #table td:nth-child(3) { overflow-wrap: normal; } #table td:nth-child(3) { white-space: nowrap; }
.numbers { width: auto; margin-top: .75rem; } .numbers td { text-align: right; }
figure { margin: 1rem 0; } .bars { display: grid; grid-template-columns: max-content 1fr; gap: 1rem; max-width: 60rem; }
.bars ul { list-style: none; padding: 0; } .bars li { height: 22px; line-height: 16px; }
@media (max-width: 60rem) { .wide { overflow-x: auto; } thead th { position: static; } .wide table { min-width: 45rem; } }
.wide:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid light-dark(#1856c9, #8ab4ff); outline-offset: 2px; }
form { display: flex; gap: 1rem; flex-wrap: wrap; align-items: center; margin-bottom: .75rem; } label { display: flex; gap: .4rem; align-items: center; }
input, select { font: inherit; padding: .3rem .4rem; min-height: 2rem; }
.mark { border: 1px solid currentColor; border-radius: 3px; padding: 0 .4rem; white-space: nowrap; font-weight: 600; }
.proved, .passed { color: light-dark(#0b6b35, #6fd196); fill: light-dark(#2f9e5f, #3d9c65); }
.partly { color: light-dark(#3a5f0b, #b4d36f); fill: light-dark(#8fb73a, #8fa94a); }
.notRun { color: light-dark(#4d5562, #b3bac5); fill: light-dark(#aab2be, #6b7482); }
.untested { color: light-dark(#7a4d00, #f0c36a); fill: light-dark(#e0a83b, #b98a35); }
.notBuilt { color: light-dark(#59466f, #c9b6e2); fill: light-dark(#b9a3d3, #7d6b96); }
.missing { color: light-dark(#8c3a00, #ffb27d); fill: light-dark(#d9763a, #c96f3a); }
.failed { color: light-dark(#a1121c, #ff9aa1); fill: light-dark(#c9303b, #d04a54); }
@media print { body { max-width: none; padding: 0; font-size: 9pt; background: #fff; color: #000; } form { display: none; } thead th { position: static; } tr { break-inside: avoid; } thead { display: table-header-group; } rect { print-color-adjust: exact; } }
`;

export const PAGE_SCRIPT = `
const rows = [...document.querySelectorAll('#table tbody tr')];
const words = document.getElementById('words'), status = document.getElementById('status'), section = document.getElementById('section');
const texts = rows.map((row) => row.textContent.toLowerCase());
function filter() {
  const asked = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  rows.forEach((row, at) => {
    const fits = asked.every((word) => texts[at].includes(word)) && (!status.value || row.dataset.status === status.value) && (!section.value || row.dataset.section === section.value);
    row.hidden = !fits;
    if (fits) found += 1;
  });
  document.getElementById('found').textContent = found + ' of ' + rows.length;
}
document.getElementById('search').addEventListener('input', filter);
document.getElementById('search').addEventListener('submit', (event) => event.preventDefault());
`;
