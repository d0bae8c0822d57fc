/** Commands and servers in the process of the test, where the start of a program is not what is tested. */
import { vi } from 'vitest';

export interface Ended {
  /** exit code */
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command that answers its exit code, and collects what it prints. Logs go elsewhere. */
export async function inProcess(command: () => Promise<number>): Promise<Ended> {
  const texts = { out: '', err: '' };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void (texts.out += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void (texts.err += `${line}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      texts.out += String(part);
      return true;
    }),
  ];
  try {
    const code = await command();
    return { code, ...texts };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Collects what the servers of this process log, from now on. */
export function collectLog(): { text: () => string; stop: () => void } {
  let text = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += String(part);
    return true;
  });
  return { text: () => text, stop: () => spy.mockRestore() };
}
