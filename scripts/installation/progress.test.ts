import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

test('says at once what begins, every few seconds how far it is, and how long it took', () => {
  const lines: string[] = [];
  let nowMs = 1000;
  const progress = new Progress(
    'installing',
    (line) => lines.push(line),
    () => nowMs,
  );
  for (let percent = 10; percent < 100; percent += 10) {
    nowMs += 1000;
    progress.at(`${percent} %`);
  }
  progress.done();
  expect(lines).toEqual([
    'gwanje: installing …',
    'gwanje: installing: 40 %',
    'gwanje: installing: 80 %',
    'gwanje: installing: done in 9 s',
  ]);
});
