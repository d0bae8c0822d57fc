import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openBodyQuotas, takeBody, type BodyQuotas } from './bodyQuotas.ts';

it('limits what one sender has under way, each kind by itself, and takes back what is done', () => {
  const { take } = openBodyQuotas({ disk: 100, memory: 10 });
  const back = take('user 1', 'disk', 60);
  expect(() => take('user 1', 'disk', 60)).toThrow(expect.objectContaining({ errCode: 'TOO_MANY_CALLS' }));
  take('user 1', 'disk', 40);
  take('user 1', 'memory', 10);
  take('user 2', 'disk', 60);
  back();
  take('user 1', 'disk', 60);
  expect(() => take('user 1', 'disk', 1)).toThrow(expect.objectContaining({ errCode: 'TOO_MANY_CALLS' }));
});

it('takes a single body of any size', () => {
  const { take } = openBodyQuotas({ disk: 100, memory: 10 });
  take('user 1', 'disk', 500)();
  expect(() => take('user 1', 'disk', 500)).not.toThrow();
});

describe('the body of a request', () => {
  const max = 8;
  /** How much a request with these headers takes of the memory of its sender. */
  function takenBy(headers: Record<string, string>): number[] {
    const raw = new EventEmitter();
    const taken: number[] = [];
    const quotas: BodyQuotas = {
      take: (_sender, _kind, bytes) => {
        taken.push(bytes);
        return () => taken.pop();
      },
    };
    const request = { request: { headers }, reply: { raw } } as never;
    takeBody(quotas, request, { sender: 'user 1', kind: 'memory', max });
    const during = [...taken];
    raw.emit('close');
    expect(taken).toEqual([]);
    return during;
  }

  it.each([
    ['none', {}, []],
    ['of a known length', { 'content-length': '5' }, [5]],
    ['that is refused for its length', { 'content-length': '5000' }, [max]],
    ['of unknown length', { 'transfer-encoding': 'chunked' }, [max]],
    ['that is compressed', { 'content-length': '5', 'content-encoding': 'gzip' }, [max]],
  ])('%s takes what it may need, until the connection is done with it', (_name, headers, expected) =>
    expect(takenBy(headers)).toEqual(expected),
  );
});
