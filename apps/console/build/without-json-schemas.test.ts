import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { leaveOutJsonSchemas } from './without-json-schemas.ts';

const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const source = readFileSync(join(zod, 'v4/classic/schemas.js'), 'utf8');

it('removes the code that creates JSON schemas, and keeps every export', () => {
  const code = leaveOutJsonSchemas(source);
  expect(code).not.toMatch(/processors\.\w+Processor|to-json-schema/);
  expect(code.match(/^export /gm)).toEqual(source.match(/^export /gm));
});

it('fails if the source of zod has changed', () =>
  expect(() => leaveOutJsonSchemas('export const ZodString = {};')).toThrow('another zod version'));
