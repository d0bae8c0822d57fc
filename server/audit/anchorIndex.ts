/**
 * The newest anchors of all chains, in memory: the anchor file has records of many years. What was appended since the
 * last look-up is read by the next one. What it has read stays, even if the file is changed afterwards.
 */
import {
  isAuthentic,
  nameOfChain,
  readAnchorLine,
  type AnchorFile,
  type AnchorPosition,
} from './anchorFile.ts';
import type { Chain } from './auditEntry.ts';
import type { AuditKeys } from './auditKeys.ts';
import type { AnchoredHead } from './verifyChain.ts';

interface AnchorIndex {
  find: (chain: Chain) => Promise<AnchoredHead | null>;
}

function anchorIndex(file: AnchorFile, keys: AuditKeys): AnchorIndex {
  const heads = new Map<string, AnchoredHead>();
  let reached: AnchorPosition | null = null;
  let reading: Promise<void> = Promise.resolve();

  /** Lines that are not authentic are skipped; `checkAnchors` reports them. */
  async function readOn(): Promise<void> {
    for await (const { text, position } of file.linesAfter(reached)) {
      const line = readAnchorLine(text);
      if (line && isAuthentic(keys, line) !== false)
        for (const [name, saveNo, hash] of line.record.heads ?? []) heads.set(name, { saveNo, hash });
      reached = position;
    }
  }

  return {
    find: async (chain) => {
      // one after the other, also after one that failed
      reading = reading.then(readOn, readOn);
      await reading;
      return heads.get(nameOfChain(chain)) ?? null;
    },
  };
}

const indexes = new WeakMap<AnchorFile, WeakMap<AuditKeys, AnchorIndex>>();

/** The newest end of a chain in the file; null: it was not anchored yet. */
export function findAnchored(file: AnchorFile, keys: AuditKeys, chain: Chain): Promise<AnchoredHead | null> {
  const ofFile = indexes.get(file) ?? new WeakMap<AuditKeys, AnchorIndex>();
  indexes.set(file, ofFile);
  const index = ofFile.get(keys) ?? anchorIndex(file, keys);
  ofFile.set(keys, index);
  return index.find(chain);
}
