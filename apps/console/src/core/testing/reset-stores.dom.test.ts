import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STORES } from './reset-stores.ts';

test('every store of core is reset between test files', () => {
  const core = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: core, exclude: ['testing'] }).filter((file) =>
    readFileSync(join(core, file), 'utf8').includes("from 'zustand'"),
  );
  expect(files.sort()).toEqual(Object.keys(STORES));
});
