/** What can happen while something is handed over to another house, for walks of the machines that do it. */
const PASSING = { outcome: 'failed', fault: 'passing', message: 'no connection', nextTryAt: 'soon' };

export const HAND_OVER_STEPS = {
  'handed over': { answer: 'handOver', output: { outcome: 'handedOver' } },
  'passing fault': { answer: 'handOver', output: PASSING },
  'settings fault': { answer: 'handOver', output: { ...PASSING, fault: 'settings' } },
  'transport rests': {
    answer: 'handOver',
    output: { outcome: 'paused', message: 'rests', nextTryAt: 'soon' },
  },
  'result unknown': { answer: 'handOver', output: { outcome: 'unknown' } },
  'attempts broke': { answer: 'handOver', error: { message: 'killed' } },
  'time over': { send: { type: 'deadline.passed' } },
  'the database was restored': { send: { type: 'restored' } },
  taken: { answer: 'askRemote', output: { known: 'taken' } },
  'not taken': { answer: 'askRemote', output: { known: 'notTaken' } },
  'not known': { answer: 'askRemote', output: { known: 'unknown' } },
  'not asked': { answer: 'askRemote', error: { message: 'no connection' } },
  'user: handed over': { send: { type: 'person.handedOver' } },
  'user: not handed over': { send: { type: 'person.notHandedOver' } },
  retry: { send: { type: 'retry' } },
} as const;
