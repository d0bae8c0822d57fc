import { describe, expect, it } from 'vitest';
import { openFairPlaces, type FairPlaces } from './fairPlaces.ts';

const patient = (): AbortSignal => new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Enters for each of the senders; who has got a place so far, in order. */
function entering(places: FairPlaces, senders: string) {
  const active: string[] = [];
  const left = [...senders].map(async (sender) => {
    const leave = await places.enter(sender, patient);
    active.push(sender);
    return leave;
  });
  const leave = async (index: number) => {
    (await left[index])?.();
    await settled();
    return active.join('');
  };
  return { active, leave };
}

describe('a place', () => {
  it('goes to the sender who has the fewest, however many another one waits for', async () => {
    const { active, leave } = entering(openFairPlaces({ total: 3, ofSender: 3 }), 'aaaaaaaabc');
    await settled();
    expect(active.join('')).toBe('aaa');
    expect(await leave(0)).toBe('aaab');
    expect(await leave(1)).toBe('aaabc');
    expect(await leave(8)).toBe('aaabca');
  });

  it('is left to others by a sender who has all that one may have', async () => {
    const { active, leave } = entering(openFairPlaces({ total: 2, ofSender: 1 }), 'aabc');
    await settled();
    expect(active.join('')).toBe('ab');
    expect(await leave(0)).toBe('aba');
    expect(await leave(2)).toBe('abac');
  });

  it('is waited for as long as there is patience, and given to others after that', async () => {
    const places = openFairPlaces({ total: 1, ofSender: 1 });
    const leave = await places.enter('a', patient);
    const impatient = new AbortController();
    const late = [places.enter('a', () => impatient.signal), places.enter('b', () => impatient.signal)];
    expect(places.waiting()).toBe(2);
    const after = places.enter('a', patient);
    impatient.abort(new Error('too long'));
    for (const one of late) await expect(one).rejects.toThrow('too long');
    await expect(places.enter('b', () => AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    leave();
    (await after)();
    expect(places.waiting()).toBe(0);
    expect(await places.enter('b', patient)).toBeTypeOf('function');
  });
});
