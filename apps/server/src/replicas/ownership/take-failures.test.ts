import { expect, it } from 'vitest';
import { TakeFailures } from './take-failures.ts';

const damaged = new Error('a row cannot be read');
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('reports a cluster at its fifth failure, and then lets it wait', () => {
  const failures = new TakeFailures();
  for (let cnt = 1; cnt < 5; cnt++) expect(failures.add(1, damaged)).toBeUndefined();
  expect(failures.mustWait(1, performance.now())).toBe(false);
  expect(failures.add(1, damaged)).toEqual({ reason: damaged.message, isNew: true });
  expect(failures.add(1, damaged)).toEqual({ reason: damaged.message, isNew: false });
  expect(failures.mustWait(1, performance.now())).toBe(true);
  expect(failures.mustWait(2, performance.now())).toBe(false);
});

it('counts neither failures while the database is away nor those before a success', () => {
  const failures = new TakeFailures();
  for (let cnt = 0; cnt < 10; cnt++) expect(failures.add(1, away)).toBeUndefined();
  for (let cnt = 1; cnt < 5; cnt++) failures.add(1, damaged);
  failures.clear(1);
  expect(failures.add(1, damaged)).toBeUndefined();
});
