/** Verifies all chains of a sponsor in batches, each in a transaction of its own. */
import { inSponsor, readInSponsor } from '../storage/database.ts';
import { chainOfName, nameOfChain, readAnchorLine, type AnchorsWorld } from './anchorFile.ts';
import type { Chain } from './auditEntry.ts';
import type { Finding } from './finding.ts';
import { anchorAgain, findCaseNumbers, findChains, type ChainKey } from './verification.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import { onWholeCase } from '../whole-case/wholeCaseWork.ts';
import { verification } from './verification.ts';
import type { VerificationWorld } from './verifyStoredCase.ts';
import type { CaseReport } from './verifyCase.ts';
import { verifyChain, type AnchoredHead } from './verifyChain.ts';

export interface VerifiedBatch {
  last: ChainKey;
  chains: number;
  findings: Finding[];
}

/** Anchors of so many chains are held in memory; the anchor file is read once for each portion. */
const PORTION = 50_000;
const BATCH = 20;

/** `catalogue`: of the sponsor. */
export type ChainsWorld = VerificationWorld &
  AnchorsWorld &
  ClockWorld &
  ThreadsWorld & {
    /** ends the verification of a large case */
    signal?: AbortSignal;
  };

/** The product itself. */
const NO_USER = 0;

/** Verifies the chains after one, in order. Chains that only the anchor file knows are among them. */
export async function* verifyChains(
  world: ChainsWorld,
  sponsorKey: number,
  after: ChainKey,
): AsyncGenerator<VerifiedBatch> {
  let start: ChainKey = after;
  for (;;) {
    const from = start;
    const stored = await inSponsor(world.db, sponsorKey, (trx) => findChains(trx, sponsorKey, from, PORTION));
    const upTo = stored.length < PORTION ? null : (stored.at(-1) ?? null);
    // read before the chains, so that none is older than its anchor
    const anchored = await readAnchored(world, sponsorKey, from, upTo);
    const chains = allChains(stored, anchored);
    for (let index = 0; index < chains.length; index += BATCH)
      yield await verifyBatch(world, sponsorKey, chains.slice(index, index + BATCH), anchored);
    if (!upTo) return;
    start = upTo;
  }
}

type AnchoredChains = ReadonlyMap<string, AnchoredHead & { chain: Chain }>;

const isAfter = (a: ChainKey, b: ChainKey): boolean =>
  a.scope === b.scope ? a.scopeKey > b.scopeKey : a.scope > b.scope;

function allChains(stored: readonly Chain[], anchored: AnchoredChains): Chain[] {
  const known = new Set(stored.map(nameOfChain));
  const removed = [...anchored].filter(([name]) => !known.has(name)).map(([, { chain }]) => chain);
  return [...stored, ...removed].sort((a, b) => (isAfter(a, b) ? 1 : -1));
}

/** The newest anchors of the chains of the sponsor in a range. Damaged records are skipped: `checkAnchors` reports them. */
async function readAnchored(
  { anchors }: ChainsWorld,
  sponsorKey: number,
  after: ChainKey,
  upTo: ChainKey | null,
): Promise<AnchoredChains> {
  const found = new Map<string, AnchoredHead & { chain: Chain }>();
  for await (const text of anchors.lines()) {
    for (const [name, saveNo, hash] of readAnchorLine(text)?.record.heads ?? []) {
      const chain = chainOfName(name);
      if (chain.sponsorKey !== sponsorKey || !isAfter(chain, after) || (upTo && isAfter(chain, upTo)))
        continue;
      found.set(name, { chain, saveNo, hash });
    }
  }
  return found;
}

async function verifyBatch(
  world: ChainsWorld,
  sponsorKey: number,
  chains: readonly Chain[],
  anchored: AnchoredChains,
): Promise<VerifiedBatch> {
  const { db } = world;
  const reports: { chain: Chain; report: CaseReport }[] = [];
  for (const chain of chains)
    reports.push({ chain, report: await verifyOne(world, chain, anchored.get(nameOfChain(chain)) ?? null) });
  const cases = reports.filter(({ chain, report }) => chain.scope === 'case' && !report.whole);
  const roots = cases.map(({ chain }) => chain.scopeKey);
  const numbers = await inSponsor(db, sponsorKey, (trx) => findCaseNumbers(trx, sponsorKey, roots));
  const behind = reports
    .filter(({ report }) => report.whole)
    .map(({ chain, report }) => ({ chain, saveNo: report.saves }))
    .filter(({ chain, saveNo }) => saveNo > (anchored.get(nameOfChain(chain))?.saveNo ?? 0));
  await inSponsor(db, sponsorKey, (trx) => anchorAgain(trx, behind));
  const last = chains.at(-1);
  return {
    last: { scope: last?.scope ?? '', scopeKey: last?.scopeKey ?? 0 },
    chains: chains.length,
    findings: reports.flatMap(({ chain, report: { problem, brokenAt, differences } }) => {
      const caseNo = (chain.scope === 'case' && numbers.get(chain.scopeKey)) || null;
      return problem ? { chain, caseNo, problem, saveNo: brokenAt, differences } : [];
    }),
  };
}

async function verifyOne(
  world: ChainsWorld,
  chain: Chain,
  anchored: AnchoredHead | null,
): Promise<CaseReport> {
  const { db, auditKeys: keys, signal = new AbortController().signal } = world;
  const { sponsorKey, scope, scopeKey } = chain;
  if (scope === 'case') {
    const work = { sponsorKey, caseKeys: [scopeKey], caller: { userKey: NO_USER, signal } };
    return onWholeCase(world, work, verification, chain, anchored);
  }
  const report = await readInSponsor(db, sponsorKey, (trx) => verifyChain(trx, chain, { keys, anchored }));
  return { ...report, differences: [] };
}
