/**
 * The law of the time machine: the audit trail of a case, replayed, is the case. Random edits through the editor's real
 * sessions and the real calls (pages, rows, bulk rows, deleted rows, files, status, follow-ups, imports, separations); what
 * was stored after every step is what the replay says of that moment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { changeCount } from '../../shared/case/changeSet.ts';
import { addressAt, type RowPath } from '../../shared/case/itemAddress.ts';
import {
  addRows,
  importFile,
  listMoments,
  listVersions,
  createFollowUp,
  readMoment,
  setRowStatus,
  uploadFile,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { sameContent, startReplay } from '../../shared/replay/replay.ts';
import { createPageSession, type PageSession } from '../../src/engine/session/pageSession.ts';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { chainHead } from '../../server/audit/readAudit.ts';
import { readSaves } from '../../server/audit/readSaves.ts';
import { findCase } from '../../server/cases/record/case.store.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { randomFrom } from '../../shared/generate/chance.ts';
import { ports } from '../conformance/roundTrip.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const STEPS = 36;
const PATIENCE_MS = 240_000;
const seeds = process.env.FUZZ_SEED
  ? [Number(process.env.FUZZ_SEED)]
  : [1, 2].map(() => Math.floor(Math.random() * 1e9));

let world: CaseWorld;
/** of a user who may unblind */
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = world.second;
});
afterAll(() => world.server.stop());

/** `separate` writes the number; a case that is nullified takes no follow-up, so the walk would not meet all kinds. */
const UNTOUCHED_ROLES = ['caseNumber', 'nullificationAmendment'];

const FORMS = ['CI', 'DM', 'NR', 'SI'];
const ROW_PAGES = ['AE', 'DG', 'DH', 'LB', 'RP'];

/** What may happen, and how likely it is, as the upper end of its share. */
const CHANCES = [
  ['edit', 0.62],
  ['pasteRows', 0.7],
  ['strike', 0.78],
  ['status', 0.82],
  ['attach', 0.87],
  ['followUp', 0.92],
  ['import', 0.96],
  ['separate', 1],
] as const;
const KINDS = CHANCES.map(([kind]) => kind);

/** What was stored of a version after a save of its chain. */
interface StoredState {
  rootCaseKey: number;
  saveNo: number;
  caseKey: number;
  content: CaseContent;
}

class Walk {
  readonly states: StoredState[] = [];
  readonly roots = new Set<number>();
  readonly done = new Map<(typeof KINDS)[number], number>();
  private readonly random: () => number;
  private text = 0;
  caseKey: number;

  constructor(seed: number, caseKey: number) {
    this.random = randomFrom(seed);
    this.caseKey = caseKey;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  get whole() {
    return world.server.deps.catalogue.whole;
  }

  /** Notes what is stored now of every version of the case worked on. */
  async look(): Promise<void> {
    await world.query(async (trx) => {
      const found = await findCase(trx, 1, this.caseKey);
      if (!found) throw new Error('the case is gone');
      this.roots.add(found.root_case_key);
      const { saveNo } = await chainHead(trx, caseChain(1, found.root_case_key));
      const content = await readCaseContent(trx, 1, this.caseKey);
      this.states.push({ rootCaseKey: found.root_case_key, saveNo, caseKey: this.caseKey, content });
    });
  }

  /** Something random; every third time what has not happened yet on this walk. */
  async step(at: number): Promise<void> {
    const unmet = KINDS.filter((kind) => !this.done.has(kind));
    const dice = this.random();
    const random = CHANCES.find(([, upTo]) => dice < upTo)?.[0] ?? 'edit';
    const kind = (at % 3 === 0 ? this.pick(unmet) : undefined) ?? random;
    if (await this[kind]()) this.done.set(kind, (this.done.get(kind) ?? 0) + 1);
    await this.look();
  }

  /** A page opened in the editor, changed at random, saved. */
  async edit(): Promise<boolean> {
    const isForm = this.random() < 0.4;
    const page = this.pick(isForm ? FORMS : ROW_PAGES) ?? 'DM';
    const rowNo = isForm ? null : (this.pick([0, 1, 1, 2, 3]) ?? 0);
    const read = rowNo === null ? await world.page(this.caseKey, page, admin) : await this.row(page, rowNo);
    if (read.status !== 200 || read.data.readOnly !== null) return false;
    const { data: content } = read;
    const session = createPageSession({
      content,
      catalogue: this.whole,
      page,
      rowNo: rowNo ?? 0,
      readOnly: false,
      references: content.references,
      inputs: content.inputs,
      retrievedAt: content.retrievedAt,
    });
    const root = rowNo === null ? [] : [rowNo];
    for (let edits = 1 + Math.floor(this.random() * 6); edits > 0; edits -= 1)
      this.change(session, page, root);
    const sent = session.changes();
    if (changeCount(sent) === 0) return false;
    const more = { rows: this.withOwnRow(sent.rows, page, rowNo), token: admin, retrievedAt: LATER };
    const answer = await world.save(this.caseKey, page, sent.items, {
      ...more,
      ...(rowNo !== null && { rowNo }),
    });
    return answer.status === 200;
  }

  private row(page: string, rowNo: number) {
    return world.row(this.caseKey, page, rowNo);
  }

  private withOwnRow(rows: readonly unknown[], page: string, rowNo: number | null): unknown[] {
    const group = this.whole.pages[page]?.group;
    if (rowNo !== 0 || !group) return [...rows];
    const own = {
      group,
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      rowId: crypto.randomUUID(),
      sort: 9,
      deleted: false,
    };
    return [own, ...rows];
  }

  /** A change of an item or a row somewhere in the page. */
  private change(session: PageSession, page: string, root: RowPath): void {
    const groups = Object.values(this.whole.groups).filter(
      (group) => group.page === page && group.rowsOf === null && group.groups.length === root.length + 1,
    );
    const group = this.pick(groups);
    const dice = this.random();
    if (group && dice < 0.3) {
      const rows = session.store.get(session.rows(group.group, root));
      const row = this.pick(rows);
      if (!row || dice < 0.1) session.addRow(group.group, root);
      else if (dice < 0.18) session.moveRow(row, dice < 0.14 ? 1 : -1);
      else if (row.deleted) session.restoreRow(row);
      else session.deleteRow(row);
      return;
    }
    const inside = group && dice < 0.6 ? group.group : null;
    const path = inside ? this.pathInside(session, inside, root) : root;
    const items = this.itemsAt(page, path === root ? null : inside, root.length);
    const item = this.pick(items);
    if (item && path) this.say(session, item, path);
  }

  private pathInside(session: PageSession, group: string, root: RowPath): RowPath {
    const row = this.pick(session.store.get(session.rows(group, root)).filter(({ deleted }) => !deleted));
    if (!row) return root;
    return [row.rowNo, row.rowNo2, row.rowNo3].slice(0, root.length + 1);
  }

  private itemsAt(page: string, group: string | null, depth: number): CatalogueItem[] {
    return Object.values(this.whole.items).filter(
      (item) =>
        item.page === page &&
        !UNTOUCHED_ROLES.includes(item.role ?? '') &&
        item.computed === null &&
        (group === null ? item.groups.length === depth : item.groups.at(-1) === group) &&
        ['text', 'longText', 'yesNo', 'trueOnly', 'codeList', 'radio'].includes(item.control),
    );
  }

  private say(session: PageSession, item: CatalogueItem, path: RowPath): void {
    const address = addressAt(item.itemId, path);
    const dice = this.random();
    const flavor = this.pick(item.nullFlavors);
    const codes = world.server.deps.catalogue.codeLists[item.codeList ?? '']?.codes ?? [];
    if (dice < 0.15) session.erase(address);
    else if (dice < 0.25 && flavor) session.setNullFlavor(address, flavor);
    else if (dice < 0.35 && item.notation) session.setNotation(address, `표기 ${(this.text += 1)}`);
    else if (codes.length > 0) session.setValue(address, this.pick(codes)?.code ?? '');
    else if (['yesNo', 'trueOnly'].includes(item.control)) session.setValue(address, 'true');
    else session.setValue(address, `t${(this.text += 1)}`.slice(0, item.maxLength ?? 20));
  }

  async pasteRows(): Promise<boolean> {
    const rows = [1, 2].map(() => ({
      rowId: crypto.randomUUID(),
      changes: [itemValue('E.i.1.1a', [0], `pasted ${(this.text += 1)}`)],
    }));
    const params = { caseKey: this.caseKey, page: 'AE' };
    const answer = await world.server.call(addRows, { params, body: { reason: 'x', rows }, token: admin });
    return answer.status === 200;
  }

  async strike(): Promise<boolean> {
    const page = this.pick(ROW_PAGES) ?? 'AE';
    const status = this.random() < 0.7 ? 'Y' : 'N';
    const answer = await world.server.call(setRowStatus, {
      params: { caseKey: this.caseKey, page },
      body: { rowNos: [this.pick([1, 2]) ?? 1], status, reason: 'x', retrievedAt: LATER },
      token: admin,
    });
    return answer.status === 200;
  }

  /** Changes nothing the case says. */
  async status(): Promise<boolean> {
    const status = this.random() < 0.5 ? 'Y' : 'N';
    return (await world.status(this.caseKey, 'REVIEW', status)).status === 200;
  }

  async attach(): Promise<boolean> {
    const item = Object.values(this.whole.items).find(
      ({ control, groups }) => control === 'attachment' && groups.length === 1,
    );
    const group = item?.groups[0];
    if (!item || !group) return false;
    const bytes = `file ${(this.text += 1)}`;
    const file = { name: `f${this.text}.txt`, type: 'text/plain', bytes };
    const { data } = await world.server.call(uploadFile, { params: { sponsorKey: 1 }, file, token: admin });
    const isRowPage = this.whole.pages[item.page]?.group === group;
    const rowId = crypto.randomUUID();
    const rowNo = isRowPage ? 0 : 700 + this.text;
    const row = { group, rowNo, rowNo2: 0, rowNo3: 0, rowId, sort: this.text, deleted: false };
    const answer = await world.save(
      this.caseKey,
      item.page,
      [itemValue(item.itemId, [rowNo], { value: data.fileKey, properties: data })],
      { rows: [row], token: admin, ...(isRowPage && { rowNo: 0 }) },
    );
    return answer.status === 200;
  }

  async followUp(): Promise<boolean> {
    const { caseKey } = this;
    const body = { reason: '' };
    const answer = await world.server.call(createFollowUp, { params: { caseKey }, body, token: admin });
    if (answer.status !== 200) return false;
    this.caseKey = answer.data.caseKey;
    return true;
  }

  /** The content of the case from another sender: rows in another order, some gone, some new, other texts. */
  async import(): Promise<boolean> {
    const { whole } = this;
    const content = await world.query((trx) => readCaseContent(trx, 1, this.caseKey));
    const { caseNumber = '', creationDate = '', narrative = '' } = whole.roles;
    if (!content.values.some(({ itemId }) => itemId === caseNumber)) return false;
    const gone = this.pick(content.rows.filter(({ rowNo2, deleted }) => rowNo2 === 0 && !deleted));
    const isGone = (numbers: { rowNo: number }, groups: readonly string[] = []) =>
      gone !== undefined && groups[0] === gone.group && numbers.rowNo === gone.rowNo;
    this.text += 1;
    const sent: CaseContent = {
      rows: content.rows
        .filter((row) => !row.deleted && !isGone(row, whole.groups[row.group]?.groups))
        .map((row) => ({ ...row, sort: -row.sort })),
      values: [
        ...content.values.filter(
          (value) =>
            !isGone(value, whole.items[value.itemId]?.groups) &&
            ![creationDate, narrative].includes(value.itemId),
        ),
        // later than every version
        itemValue(creationDate, [], `${2100 + this.text}0101000000+0000`),
        itemValue(narrative, [], `as sent ${this.text}`),
      ],
    };
    const { deps } = world.server;
    const files = await filesOf(sent);
    const bytes = await writeIcsrText([sent], deps.catalogue.e2b, { ...ports, files });
    const file = { name: 'again.xml', type: 'application/xml', bytes };
    const { status, data } = await world.server.call(importFile, {
      params: { sponsorKey: 1 },
      file,
      token: admin,
    });
    const [one] = status === 200 ? data.cases : [];
    if (one?.decision !== 'followUp' || one.caseKey === null) return false;
    this.caseKey = one.caseKey;
    return true;
  }

  /** Another number of the sender: the newest version leaves the others, who go on or stay behind. */
  async separate(): Promise<boolean> {
    const { caseKey } = this;
    const list = () => world.server.call(listVersions, { params: { caseKey }, token: admin });
    const versions = (await list()).data.listInfo;
    const number = `KR-LAW-${this.caseKey}-${(this.text += 1)}`;
    const answer = await world.save(
      caseKey,
      'CI',
      [itemValue(this.whole.roles['caseNumber'] ?? '', [], number)],
      {
        token: admin,
      },
    );
    const before = versions[1];
    await this.look();
    // half of them go on with the version that was left behind
    if (before && this.random() < 0.5) this.caseKey = before.caseKey;
    return answer.status === 200 && versions.length > 1;
  }
}

/** The attached files of a content, at hand. */
async function filesOf({ values }: CaseContent) {
  const found = new Map<string, Uint8Array>();
  for (const { properties } of values) {
    const key = properties?.fileKey;
    const bytes = key ? await world.server.deps.files.get(key) : null;
    if (key && bytes) found.set(key, bytes);
  }
  return { put: () => '', read: (key: string) => [found.get(key) ?? new Uint8Array()] };
}

/** Compares every stored state, and the final one, with the replay of its chain. */
async function replayAll(walk: Walk): Promise<number> {
  let compared = 0;
  for (const root of walk.roots) {
    const states = walk.states.filter(({ rootCaseKey }) => rootCaseKey === root);
    const saves = await world.query((trx) => readSaves(trx, caseChain(1, root)));
    const replay = startReplay();
    for (const save of saves) {
      replay.apply(save);
      for (const one of states.filter(({ saveNo }) => saveNo === save.saveNo)) {
        const content = replay.content(one.caseKey) ?? { values: [], rows: [] };
        // says where it differs, which `sameContent` alone would not
        if (!sameContent(content, one.content)) expect(sorted(content)).toEqual(sorted(one.content));
        compared += 1;
      }
    }
  }
  return compared;
}

const sorted = ({ values, rows }: CaseContent) => ({
  values: values.map((value) => JSON.stringify(value)).sort(),
  rows: rows.map((row) => JSON.stringify(row)).sort(),
});

describe('the audit trail, replayed,', () => {
  it.each(seeds)(
    'is the case at every moment of it (seed %i)',
    async (seed) => {
      process.stderr.write(`replayLaw: FUZZ_SEED=${seed}\n`);
      const { caseKey } = await world.aCase();
      await world.save(caseKey, 'CI', [itemValue('C.1.1', [], `KR-LAW-${caseKey}`)], { token: admin });
      const walk = new Walk(seed, caseKey);
      for (let step = 0; step < STEPS || (walk.done.size < KINDS.length && step < 4 * STEPS); step += 1)
        await walk.step(step);
      process.stderr.write(`replayLaw: ${JSON.stringify([...walk.done])}\n`);
      // a walk on which nothing of a kind happened proves nothing of it
      expect([...walk.done.keys()].sort()).toEqual([...KINDS].sort());
      expect(await replayAll(walk)).toBe(walk.states.length);

      for (const root of walk.roots) {
        const params = {
          caseKey: walk.states.findLast(({ rootCaseKey }) => rootCaseKey === root)?.caseKey ?? 0,
        };
        const chain = await world.server.call(verifyCaseAudit, { params, token: admin });
        expect(chain.data).toMatchObject({ whole: true, differences: [] });
        const { data } = await world.server.call(listMoments, { params, token: admin });
        expect(data.exact).toBe(true);
      }
      // and the call says the same as the replay
      for (const one of walk.states.filter((_, at) => at % 7 === 0)) {
        const { data } = await world.server.call(listMoments, {
          params: { caseKey: one.caseKey },
          token: admin,
        });
        // the last save of a chain may be of a version that left it
        const moment = data.listInfo.find(
          ({ saveNo, caseKey: ofMoment }) => saveNo === one.saveNo && ofMoment === one.caseKey,
        );
        const now = await world.query((trx) => findCase(trx, 1, one.caseKey));
        if (!moment || now?.root_case_key !== one.rootCaseKey) continue;
        const params = { caseKey: one.caseKey, saveNo: one.saveNo };
        const read = await world.server.call(readMoment, { params, token: admin });
        expect(sameContent(read.data.content, one.content)).toBe(true);
      }
    },
    PATIENCE_MS,
  );
});
