import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedAttacks } from '@gwanje/testkit/attacks';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('every attack listed in docs/security.md has its test', () => {
  const attacks = listedAttacks();
  expect(attacks.length).toBeGreaterThan(40);
  const missing = attacks.filter(
    ({ file, testTitle }) => !readFileSync(join(ROOT, file), 'utf8').includes(testTitle),
  );
  expect(missing).toEqual([]);
});
