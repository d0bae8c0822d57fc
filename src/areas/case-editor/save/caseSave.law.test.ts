/** The laws of saving a case: nothing is lost, nothing is stored twice, one stale item leaves all unsaved, one reason. */
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { CLEAR_CHANGES_AFTER_MS, saveMachine } from '../../../../machines/save/save.machine.ts';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import { addressAt, addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { BodyOf, DataOf, saveCasePages } from '../../../../shared/contract/index.ts';
import { CallFailure } from '../../../api/index.ts';
import { createPageSession } from '../../../engine/index.ts';
import { createCaseEdits } from '../unsaved/caseEdits.ts';
import { createCaseSaveWorld } from './caseSaveWorld.ts';

const catalogue = compileCatalogue(realSources);
const addressOf = (role: string): ItemAddress => addressAt(catalogue.roles[role] ?? '', []);
const PAGES = { DM: addressOf('patientInitials'), NR: addressOf('narrative'), SI: addressOf('studyName') };
type PageId = keyof typeof PAGES;
const PAGE_IDS = Object.keys(PAGES) as PageId[];

type Body = BodyOf<typeof saveCasePages>;
interface Written {
  key: string;
  value: string | null;
  reason: string;
  at: string;
}

/** A server that holds values with their times, and stores all of a save or nothing. */
function createServer() {
  const values = new Map<string, { value: string | null; at: string; by: string }>();
  const written: Written[] = [];
  let minutes = 0;
  const tick = () => new Date(Date.UTC(2026, 0, 1, 0, (minutes += 1))).toISOString();
  return {
    written,
    now: tick,
    valueAt: (address: ItemAddress) => values.get(addressKey(address))?.value ?? null,
    /** another user */
    write(address: ItemAddress, value: string) {
      const at = tick();
      values.set(addressKey(address), { value, at, by: 'kim' });
      written.push({ key: addressKey(address), value, reason: 'of another user', at });
    },
    save({ reason, pages }: Body): DataOf<typeof saveCasePages> {
      const all = pages.flatMap(({ retrievedAt, changes }) =>
        changes.map((change) => ({ ...change, readAt: change.basedOn ?? retrievedAt })),
      );
      const modified = all.filter((change) => values.get(addressKey(change))?.value !== change.value);
      const stale = modified.filter((change) => (values.get(addressKey(change))?.at ?? '') > change.readAt);
      if (stale.length > 0) {
        const details = stale.map(({ itemId, rowNo, rowNo2, rowNo3, ...change }) => {
          const theirs = values.get(addressKey({ itemId, rowNo, rowNo2, rowNo3 }));
          return {
            itemId,
            rowNo,
            rowNo2,
            rowNo3,
            value: theirs?.value ?? null,
            changedAt: theirs?.at,
            changedBy: theirs?.by,
            readAt: change.readAt,
          };
        });
        throw new CallFailure({ status: 409, errCode: 'CASE_CHANGED', errMsg: 'changed', details });
      }
      if (modified.length === 0)
        throw new CallFailure({ status: 422, errCode: 'NO_MODIFIED_DATA', errMsg: 'nothing' });
      const at = tick();
      for (const { value, ...address } of modified) {
        values.set(addressKey(address), { value, at, by: 'me' });
        written.push({ key: addressKey(address), value, reason, at });
      }
      return {
        retrievedAt: at,
        pages: pages.map(({ changes }) => ({ rowNo: 0, rows: [], changed: changes.length })),
      };
    },
  };
}

type Step =
  | { do: 'type'; page: PageId }
  | { do: 'leave'; page: PageId }
  | { do: 'otherUser'; page: PageId }
  | { do: 'save'; fails: 'no' | 'before' | 'answerLost'; keep: 'mine' | 'theirs' };

const page = fc.constantFrom(...PAGE_IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), page }) },
  fc.record({ do: fc.constantFrom('leave' as const, 'otherUser' as const), page }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      fails: fc.constantFrom('no' as const, 'before' as const, 'answerLost' as const),
      keep: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
);

/** A visit of a case, without browser and network. */
function visit() {
  const server = createServer();
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const clock = new SimulatedClock();
  /** what the user typed last and expects to find here or on the server */
  const expected = new Map<PageId, string>();
  let fails: 'no' | 'before' | 'answerLost' = 'no';
  let typed = 0;
  let saves = 0;

  const sessionOf = (id: PageId) => {
    const before = edits.find(id);
    if (before) {
      edits.open(before);
      return before.session;
    }
    const value = server.valueAt(PAGES[id]);
    const retrievedAt = server.now();
    const values = value === null ? [] : [{ ...PAGES[id], value, nullFlavor: null, notation: null }];
    const content = { values, rows: [] };
    const session = createPageSession({
      content,
      catalogue,
      page: id,
      rowNo: 0,
      readOnly: false,
      saved: 'Y',
      retrievedAt,
    });
    const pageAddress = { caseKey: 1, page: id, rowNo: null };
    edits.open({ key: id, pageAddress, content: { retrievedAt }, session, catalogue });
    return session;
  };

  const world = createCaseSaveWorld({
    caseKey: 1,
    appendix: 'ICH',
    edits,
    queries: new QueryClient(),
    openPage: () => null,
    storedRow: (_, rowNo) => ({ key: String(rowNo), path: '', rowNo }),
    send: (body) => {
      if (fails === 'before') return Promise.reject(new Error('offline'));
      const dirty = edits.dirty().length;
      const count = server.written.length;
      try {
        const answer = server.save(body);
        if (fails === 'answerLost') return Promise.reject(new Error('offline'));
        return Promise.resolve(answer);
      } catch (error) {
        // refused: nothing of any page is stored, and every page keeps its edits
        expect(server.written.length).toBe(count);
        expect(edits.dirty().length).toBe(dirty);
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  const machine = saveMachine.provide({
    actors: {
      submitPage: fromPromise(({ input }) => world.submit(input.reason)),
      refreshPage: fromPromise(world.refresh),
    },
    actions: {
      settleConflict: (_, answer) => world.settleConflict(answer),
      clearChanges: world.clearChanges,
    },
  });
  const actor = createActor(machine, { clock }).start();

  const save = async (keep: 'mine' | 'theirs'): Promise<void> => {
    const written = server.written.length;
    actor.send(world.request(null));
    if (!actor.getSnapshot().matches('askingReason')) return;
    saves += 1;
    const reason = `Reason ${saves}`;
    actor.send({ type: 'reason.given', reason });
    for (;;) {
      const state = await waitFor(
        actor,
        (now) => now.matches('idle') || now.matches('conflict') || now.matches('saved'),
      );
      if (state.matches('idle')) break;
      if (state.matches('saved')) {
        clock.increment(CLEAR_CHANGES_AFTER_MS);
        await waitFor(actor, (now) => now.matches('idle'));
        break;
      }
      const { stale } = state.context;
      // nobody is in conflict with themselves, whichever answers were lost
      expect(stale.map(({ changedBy }) => changedBy)).not.toContain('me');
      if (keep === 'theirs')
        for (const { itemId } of stale)
          for (const id of PAGE_IDS) if (PAGES[id].itemId === itemId) expected.delete(id);
      actor.send({
        type: 'conflict.answered',
        takeTheirs: keep === 'theirs' ? stale.map(addressKey) : [],
      });
    }
    const own = server.written.slice(written);
    expect(new Set(own.map((one) => one.reason)).size).toBeLessThanOrEqual(1);
    expect(new Set(own.map((one) => one.at)).size).toBeLessThanOrEqual(1);
  };

  return {
    server,
    edits,
    expected,
    async take(taken: Step) {
      if (taken.do === 'type') {
        typed += 1;
        sessionOf(taken.page).setValue(PAGES[taken.page], `Text ${typed}`);
        expected.set(taken.page, `Text ${typed}`);
      } else if (taken.do === 'leave') edits.leave(taken.page);
      else if (taken.do === 'otherUser') {
        server.write(PAGES[taken.page], `Theirs ${server.now()}`);
        // what was stored before is no longer this user's
        if (!edits.dirty().some(({ key }) => key === taken.page)) expected.delete(taken.page);
      } else {
        fails = taken.fails;
        await save(taken.keep);
      }
    },
    async saveRest() {
      fails = 'no';
      await save('mine');
    },
  };
}

it('keeps its laws in any order of edits, page changes, saves and failures', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { server, edits, expected, take, saveRest } = visit();
      for (const taken of steps) {
        await take(taken);
        for (const [id, text] of expected) {
          const here = edits.find(id)?.session.get(PAGES[id]).value;
          expect([here, server.valueAt(PAGES[id])]).toContain(text);
        }
      }
      await saveRest();
      expect(edits.dirty().map(({ key }) => key)).toEqual([]);
      for (const [id, text] of expected) expect(server.valueAt(PAGES[id])).toBe(text);
      // an item is written again only with another value than it has
      for (const ofItem of Map.groupBy(server.written, ({ key }) => key).values())
        for (const [index, { value }] of ofItem.entries()) expect(value).not.toBe(ofItem[index - 1]?.value);
    }),
    { numRuns: 150 },
  );
});
