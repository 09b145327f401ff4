import { expect, test } from 'vitest';
import { logRefusal } from './log-refusal.ts';
import { createLogger } from './logger.ts';

function recorded() {
  const lines: string[] = [];
  return { lines, logger: createLogger('test', 'info', { write: (line) => lines.push(line) }) };
}

test('a line has at most 200 characters of the client, and no stack', () => {
  const { lines, logger } = recorded();
  logRefusal(
    logger,
    { origin: 'x'.repeat(60_000), reason: new Error('y'.repeat(500)), status: 403 },
    'refused',
  );
  logRefusal(logger, { reason: new Error('too long'), origin: undefined }, 'refused');
  expect(lines[0]?.match(/[xy]{2,}/g)?.join('')).toHaveLength(200);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 403, level: 40 });
  expect(lines[1]).toContain('"reason":"too long"');
  expect(lines[1]).not.toContain('.ts:');
});

test('ten lines of a kind in a minute are written, then the number of those that were not', () => {
  const { lines, logger } = recorded();
  const startMs = 1_000_000;
  for (let i = 0; i < 500; i++) logRefusal(logger, { origin: 'x' }, 'refused', startMs + i);
  logRefusal(logger, {}, 'another kind', startMs + 500);
  expect(lines).toHaveLength(11);
  logRefusal(logger, {}, 'refused', startMs + 60_000);
  logRefusal(logger, {}, 'refused', startMs + 60_001);
  expect(lines.slice(11).map((line) => JSON.parse(line).skippedCnt)).toEqual([490, undefined]);
});
