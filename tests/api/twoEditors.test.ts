/**
 * Several users on one page: real HTTP, the editor's real sessions, random edits, saves, answers, crashes. Every
 * acknowledged edit is stored, or was replaced by a user who had seen it; nobody sets a value beside another one that it
 * means nothing without, and that they have not seen.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCount, type ChangeSet } from '../../shared/case/changeSet.ts';
import { addressAt, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { CaseRow } from '../../shared/case/caseContent.ts';
import { readPageRow, signIn, type DataOf, type savePage } from '../../shared/contract/index.ts';
import {
  createPageSession,
  type EditsSnapshot,
  type PageSession,
} from '../../src/engine/session/pageSession.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { makeCall, type TestAnswer } from './harness.ts';
import { insertUser } from '../../server/accounts/tenants.store.ts';
import { randomFrom } from '../../shared/generate/chance.ts';

const STEPS = 140;
const seeds = process.env.FUZZ_SEED
  ? [Number(process.env.FUZZ_SEED)]
  : [1, 2, 3].map(() => Math.floor(Math.random() * 1e9));

let world: CaseWorld;
let tokens: { userId: string; token: string }[];
beforeAll(async () => {
  world = await startCaseWorld();
  await world.query((trx) =>
    insertUser(trx, 1, {
      userId: 'third.editor',
      name: 'Third Editor',
      password: 'Only-for-tests-1',
      systemAdmin: false,
      unblind: true,
      roleId: 2,
    }),
  );
  const body = { userId: 'third.editor', password: 'Only-for-tests-1' };
  const third = (await makeCall(world.server.url, signIn, { body })).data.token;
  tokens = [
    { userId: 'case.editor', token: world.editor },
    { userId: 'sponsor.admin', token: world.second },
    { userId: 'third.editor', token: third },
  ];
});
afterAll(() => world.server.stop());

const PAGE = 'DG';
const ROW = 1;
const DOSAGES = 'G.k.4.r';
const [TEXT, CODE, NUMBER, UNIT] = ['G.k.2.2', 'G.k.2.1.1b', 'G.k.4.r.1a', 'G.k.4.r.1b'] as const;
const TOP = [TEXT, CODE, 'G.k.3.1', 'G.k.11'];
const IN_DOSAGE = ['G.k.4.r.7', 'G.k.4.r.8', 'G.k.4.r.10.1', NUMBER, UNIT];
/** By item: what it means nothing without. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  [CODE, TEXT],
  [NUMBER, UNIT],
  [UNIT, NUMBER],
]);
const UNITS = ['mg', 'g', 'ug'];
/** Of items that do not take any text. */
const VALUES: ReadonlyMap<string, (step: number) => string> = new Map([
  [CODE, (step: number) => String(step)],
  [NUMBER, (step: number) => String(step)],
  [UNIT, (step: number) => UNITS[step % UNITS.length] ?? ''],
]);

const textOf = ({ value, nullFlavor }: { value: string | null; nullFlavor: string | null }): string =>
  value ?? (nullFlavor === null ? '' : `[${nullFlavor}]`);

interface Pending {
  sent: ChangeSet;
  /** of each item sent, by the ids of its rows */
  names: string[];
  answer: Promise<TestAnswer<DataOf<typeof savePage>>>;
  /** the texts that the author had seen of each address when they pressed Save */
  seen: Map<string, Set<string>>;
}

class Editor {
  readonly userId: string;
  session: PageSession;
  pending: Pending | null = null;
  /** the texts that this editor has seen, by address as it is stored */
  seen = new Map<string, Set<string>>();
  private readonly token: string;
  private readonly caseKey: number;

  private constructor(user: { userId: string; token: string }, caseKey: number, session: PageSession) {
    this.userId = user.userId;
    this.token = user.token;
    this.caseKey = caseKey;
    this.session = session;
  }

  static async open(user: { userId: string; token: string }, caseKey: number): Promise<Editor> {
    const editor = new Editor(user, caseKey, await Editor.read(user.token, caseKey));
    editor.look();
    return editor;
  }

  private static async read(token: string, caseKey: number): Promise<PageSession> {
    const { data: content } = await readRow(token, caseKey);
    const catalogue = world.server.deps.catalogue.whole;
    const { retrievedAt } = content;
    return createPageSession({ content, catalogue, page: PAGE, rowNo: ROW, readOnly: false, retrievedAt });
  }

  rows(): readonly CaseRow[] {
    return this.session.store.get(this.session.rows(DOSAGES, [ROW]));
  }

  /** An address by the ids of its rows, which never change. */
  name(address: ItemAddress): string {
    const row = this.rows().find(({ rowNo2 }) => rowNo2 === address.rowNo2);
    return `${address.itemId} ${address.rowNo2 === 0 ? '' : (row?.rowId ?? '?')}`;
  }

  addresses(): ItemAddress[] {
    const inside = this.rows().flatMap(({ rowNo2 }) => IN_DOSAGE.map((id) => addressAt(id, [ROW, rowNo2])));
    return [...TOP.map((id) => addressAt(id, [ROW])), ...inside];
  }

  note(address: ItemAddress, text: string): void {
    const name = this.name(address);
    this.seen.set(name, (this.seen.get(name) ?? new Set()).add(text));
  }

  /** What the fields show: the value, and what is said to have been there before a change of one's own. */
  look(): void {
    for (const address of this.addresses()) {
      this.note(address, textOf(this.session.get(address)));
      this.note(address, textOf(this.session.startedFrom(address)));
    }
  }

  async refresh(): Promise<void> {
    const { data } = await readRow(this.token, this.caseKey);
    this.session.receiveRemote(data);
    this.look();
  }

  /** The browser dies; the journal gives back what was unsaved. */
  async crash(): Promise<void> {
    const snapshot = JSON.parse(JSON.stringify(this.session.snapshotEdits())) as EditsSnapshot;
    this.pending = null;
    this.session = await Editor.read(this.token, this.caseKey);
    this.look();
    this.session.restoreEdits(snapshot);
  }

  startSave(log: Log): void {
    const sent = this.session.changes();
    if (this.pending || changeCount(sent) === 0) return;
    this.look();
    const more = {
      rowNo: ROW,
      retrievedAt: this.session.retrievedAt() ?? '',
      rows: sent.rows,
      reason: 'Fuzz',
      token: this.token,
    };
    const seen = new Map([...this.seen].map(([name, texts]) => [name, new Set(texts)]));
    const names = sent.items.map((item) => this.name(item));
    const { userId } = this;
    const answer = world.save(this.caseKey, PAGE, sent.items, more);
    // also what is stored while nobody hears of it any more
    log.all.push(
      answer.then(({ status, data }) => {
        if (status === 200) log.saves.push({ userId, at: data.retrievedAt, seen });
      }),
    );
    this.pending = { sent, names, answer, seen };
  }

  /** Takes the answer of the save, or never hears of it. Tells what was acknowledged. */
  async endSave(random: () => number, log: Log): Promise<void> {
    const { pending } = this;
    if (!pending) return;
    this.pending = null;
    const { status, data, errCode, details } = await pending.answer;
    if (random() < 0.15) return;
    if (status === 200) {
      log.acknowledged.push(
        ...pending.sent.items.map((item, at) => ({ name: pending.names[at] ?? '', text: textOf(item) })),
      );
      this.session.acknowledgeSave(pending.sent, { at: data.retrievedAt, rows: data.rows });
      if (random() < 0.8) await this.refresh();
      return;
    }
    if (errCode === 'CASE_CHANGED') this.answer(details as StaleDetail[], random);
    else if (errCode === 'NO_MODIFIED_DATA') {
      this.session.acknowledgeSave(pending.sent);
      await this.refresh();
    } else if (errCode === 'ITEM_REFUSED') {
      // the other editor has deleted the row: what was typed in it is discarded here
      await this.refresh();
      for (const refused of details as ItemAddress[]) this.session.reset(refused);
    } else throw new Error(`a save ended with ${status} ${errCode}`);
    log.refusals += 1;
  }

  private answer(stale: readonly StaleDetail[], random: () => number): void {
    // closed: nothing is decided
    if (random() < 0.2) return;
    for (const entry of stale) {
      const {
        value,
        nullFlavor,
        notation,
        row,
        others = [],
        changedAt,
        itemId,
        rowNo,
        rowNo2,
        rowNo3,
      } = entry;
      const address = { itemId, rowNo, rowNo2, rowNo3 };
      if (!row) this.note(address, textOf(entry));
      for (const other of others) this.note({ ...address, itemId: other.itemId }, textOf(other));
      const theirs = { value, nullFlavor, notation };
      this.session.resolveConflict(
        { ...address, theirs, row, changedAt },
        random() < 0.5 ? 'mine' : 'theirs',
      );
    }
  }
}

interface StaleDetail extends ItemAddress {
  value: string | null;
  nullFlavor: string | null;
  notation: string | null;
  row?: { sort: number; deleted: boolean };
  others?: { itemId: string; value: string | null; nullFlavor: string | null }[];
  changedAt: string;
}

interface Log {
  acknowledged: { name: string; text: string }[];
  /** all that the server took, also where its answer was lost */
  saves: { userId: string; at: string; seen: ReadonlyMap<string, ReadonlySet<string>> }[];
  all: Promise<void>[];
  refusals: number;
}

const readRow = (token: string, caseKey: number) =>
  makeCall(world.server.url, readPageRow, { params: { caseKey, page: PAGE, rowNo: ROW }, token });

/** One step of one person. */
async function act(editor: Editor, random: () => number, log: Log, step: number): Promise<void> {
  const { session } = editor;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const address = pick(editor.addresses());
  const row = pick(editor.rows());
  const dice = random();
  if (!address) return;
  const valueOf = VALUES.get(address.itemId);
  if (dice < 0.35) session.setValue(address, valueOf?.(step) ?? `${editor.userId} ${step}`);
  else if (dice < 0.38) session.setNullFlavor(address, 'UNK');
  else if (dice < 0.41) session.erase(address);
  else if (dice < 0.44) session.reset(address);
  else if (dice < 0.48) session.undo();
  else if (dice < 0.5) session.redo();
  else if (dice < 0.55) session.addRow(DOSAGES, [ROW]);
  else if (dice < 0.58) {
    if (row) session.moveRow(row, random() < 0.5 ? 1 : -1);
  } else if (dice < 0.61) {
    if (row?.deleted) session.restoreRow(row);
    else if (row) session.deleteRow(row);
  } else if (dice < 0.68) await editor.refresh();
  else if (dice < 0.71) await editor.crash();
  else if (editor.pending) await editor.endSave(random, log);
  else editor.startSave(log);
}

async function auditOf(caseKey: number) {
  const pages = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const found = await world.audit(caseKey, { page: PAGE, pageNo });
    pages.push(...found);
    if (found.length < 100) break;
  }
  return pages.reverse().filter(({ action }) => !action.startsWith('row'));
}

type Entry = Awaited<ReturnType<typeof auditOf>>[number];

/** Who set a value had seen the one beside it that it means nothing without, or had written it. */
function expectSeenBeside(
  chains: ReadonlyMap<string, readonly Entry[]>,
  log: Log,
  { name, entry }: { name: string; entry: Entry },
): void {
  const [itemId = '', rowId = ''] = name.split(' ');
  const needed = NEEDED.get(itemId);
  if (needed === undefined || entry.value === null) return;
  const beside = chains.get(`${needed} ${rowId}`)?.findLast(({ time }) => time <= entry.time);
  if (!beside || beside.userId === entry.userId) return;
  const save = log.saves.find(({ userId, at }) => userId === entry.userId && at === entry.time);
  const what = `${entry.userId} set ${name} beside '${textOf(beside)}' unseen`;
  expect([...(save?.seen.get(`${needed} ${rowId}`) ?? [])], what).toContain(textOf(beside));
}

describe.each([2, 3])('%i people on one page', (people) => {
  it.each(seeds)(
    'lose nothing that was acknowledged, and overwrite nothing unseen (seed %i)',
    async (seed) => {
      process.stderr.write(`twoEditors: FUZZ_SEED=${seed}, ${people} people\n`);
      const random = randomFrom(seed);
      const log: Log = { acknowledged: [], saves: [], all: [], refusals: 0 };
      const { caseKey } = await world.aCase();
      await world.save(caseKey, PAGE, [], { rowNo: 0, rows: [ownRow()] });
      const editors = await Promise.all(tokens.slice(0, people).map((user) => Editor.open(user, caseKey)));
      // a run in which nobody met anybody proves nothing
      const met = () => log.acknowledged.length > 20 && log.saves.length > 10 && log.refusals > 2;
      for (let step = 0; step < STEPS * people || (!met() && step < 5 * STEPS * people); step += 1) {
        const editor = editors[Math.floor(random() * editors.length)];
        if (editor) await act(editor, random, log, step);
      }
      for (const editor of editors) await editor.endSave(random, log);
      await Promise.all(log.all);

      const last = await Editor.open(tokens[0] ?? { userId: '', token: '' }, caseKey);
      const chains = Map.groupBy(await auditOf(caseKey), (entry) => last.name(entry));
      for (const [name, chain] of chains) {
        let before = '';
        for (const entry of chain) {
          const old = textOf({ value: entry.oldValue, nullFlavor: entry.oldNullFlavor });
          expect(old, `${name} at ${entry.time}`).toBe(before);
          const save = log.saves.find(({ userId, at }) => userId === entry.userId && at === entry.time);
          const seen = [...(save?.seen.get(name) ?? []), ''];
          expect(seen, `${entry.userId} replaced '${old}' of ${name} unseen`).toContain(old);
          before = textOf(entry);
        }
      }
      for (const [name, chain] of chains)
        for (const entry of chain) expectSeenBeside(chains, log, { name, entry });
      for (const address of last.addresses()) {
        const stored = chains.get(last.name(address))?.at(-1);
        expect(textOf(last.session.get(address))).toBe(stored ? textOf(stored) : '');
      }
      const stored = (name: string) => ['', ...(chains.get(name) ?? []).map(textOf)];
      for (const { name, text } of log.acknowledged)
        expect(stored(name), `acknowledged for ${name}`).toContain(text);
      expect(met()).toBe(true);
    },
  );
});

const ownRow = () => ({
  group: 'G.k',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  rowId: crypto.randomUUID(),
  sort: 1,
  deleted: false,
});
