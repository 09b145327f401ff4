import { expect, test } from 'vitest';
import { JobLimit } from './job-limit.ts';

test('runs two jobs, lets one wait and refuses the next with busy', async () => {
  const limit = new JobLimit(2, 1);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const start = (name: string) =>
    limit.run(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const [a, b, c] = [start('a'), start('b'), start('c')];
  await expect(start('d')).rejects.toMatchObject({ errorName: 'busy' });
  expect(begun).toEqual(['a', 'b']);
  ends.shift()?.();
  expect(await a).toBe('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  for (const end of ends) end();
  expect(await Promise.all([b, c])).toEqual(['b', 'c']);
});

test('a failed job frees its slot for the next', async () => {
  const limit = new JobLimit(1, 5);
  const failed = limit.run(() => Promise.reject(new Error('no')));
  const next = limit.run(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await limit.run(async () => 'again')).toBe('again');
});
