import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('so many run at once, so many wait, the rest is told to come back', async () => {
  const turns = new Turns(2, 1);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const start = (name: string) =>
    turns.run(async () => {
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

test('a failure gives its place to the next', async () => {
  const turns = new Turns(1, 5);
  const failed = turns.run(() => Promise.reject(new Error('no')));
  const next = turns.run(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await turns.run(async () => 'again')).toBe('again');
});
