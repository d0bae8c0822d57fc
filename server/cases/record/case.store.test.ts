import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeTime } from './case.store.ts';

const aTime = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

it('orders the changes of a case, also when the clock stands still or goes back', () => {
  fc.assert(
    fc.property(fc.array(aTime, { minLength: 2 }), ([first = new Date(), ...nows]) => {
      let last = first;
      for (const now of nows) {
        const at = changeTime(now, last);
        expect(at.getTime()).toBeGreaterThan(last.getTime());
        expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
        last = at;
      }
    }),
  );
});
