/** The editor finds by itself, from what the server hands it and edit by edit, what the server finds in the stored case. */
import { describe, expect, it } from 'vitest';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../shared/case/changeSet.ts';
import { caseFindings } from '../../shared/rules/caseFindings.ts';
import { checksOf } from '../../server/areas/findings/checks.service.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import { madeReady } from '../../src/areas/case-editor/findings/checks.queries.ts';
import { createLiveCase } from '../../src/areas/case-editor/findings/liveCase.ts';
import { instances, present } from './reference.ts';
import { readAll } from './roundTrip.ts';

const server = openCatalogue();
const now = new Date('2026-01-15T00:00:00Z');
const EMPTY: CaseContent = { values: [], rows: [] };
const NO_EDITS: ChangeSet = { items: [], rows: [] };

/** As the browser gets it. */
const sent = JSON.parse(JSON.stringify(checksOf(server))) as ReturnType<typeof checksOf>;

/** The editor's side, which does its work at once. */
async function editor(content: CaseContent, may: (itemId: string) => boolean, edits = NO_EDITS) {
  const jobs: ((enough: () => boolean) => void)[] = [];
  const whenIdle = (job: (enough: () => boolean) => void) => {
    jobs.push(job);
    return () => jobs.splice(jobs.indexOf(job), 1);
  };
  const world = await madeReady(sent);
  const live = createLiveCase({ world, content, edits, may, now: () => now, whenIdle });
  return {
    live,
    findings() {
      for (let job = jobs.shift(); job; job = jobs.shift()) job(() => false);
      return live.checked()?.findings;
    },
  };
}

const everything = () => true;
const unblinded = (itemId: string) => !server.whole.items[itemId]?.blinded;

describe.skipIf(!present)('the findings of an editor', () => {
  it.each(instances())(
    'are those of the server for $name, however the case came about',
    async ({ bytes }) => {
      for (const { content } of (await readAll(bytes)).messages) {
        const found = caseFindings(server.checks, content, { now });
        expect((await editor(content, everything)).findings()).toEqual(found);

        const typed = await editor(EMPTY, everything);
        typed.findings();
        for (let row = 1; row <= content.rows.length; row += 5)
          typed.live.edit({ items: [], rows: content.rows.slice(0, row) });
        typed.live.edit({ items: content.values, rows: content.rows });
        expect(typed.findings()).toEqual(found);
        typed.live.store(content);
        typed.live.edit(NO_EDITS);
        expect(typed.findings()).toEqual(found);

        // as after another language was chosen, with everything unsaved
        const edits = { items: content.values, rows: content.rows };
        expect((await editor(EMPTY, everything, edits)).findings()).toEqual(found);
      }
    },
  );

  it.each(instances())('tell of $name nothing that blinded values would give away', async ({ bytes }) => {
    for (const { content } of (await readAll(bytes)).messages) {
      const masked = { ...content, values: content.values.filter(({ itemId }) => unblinded(itemId)) };
      const findings = caseFindings(server.checks, content, { now, may: unblinded });
      expect((await editor(masked, unblinded)).findings()).toEqual(findings);
    }
  });
});
