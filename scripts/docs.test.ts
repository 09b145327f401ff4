import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
const PROJECT_PATH = /^(apps|packages|tools|e2e|docs|scripts|deploy)\/[\w@./{},*-]+$/;
/** A decision record may name files that were deleted later. */
const DECISIONS = /^docs\/adr\//;

test.each(PAGES.filter((page) => !DECISIONS.test(page)))('%s names only existing files', (page) => {
  const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => PROJECT_PATH.test(text));
  expect(named.flatMap(alternatives).filter((path) => !pathExists(path))).toEqual([]);
});

function pathExists(path: string): boolean {
  return path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));
}

/** `a/{b,c}.ts` → `a/b.ts`, `a/c.ts`. */
function alternatives(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  const { 0: whole, 1: choices = '', index } = braces;
  return choices
    .split(',')
    .flatMap((choice) => alternatives(path.slice(0, index) + choice + path.slice(index + whole.length)));
}
