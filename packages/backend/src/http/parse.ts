import { AppError } from '@gwanje/contract/definition/errors';
import type { z } from 'zod';

/**
 * Parses one part of a request. A missing required value is 8001, any other error 8002. Both name the field.
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly PropertyKey[] = [],
): z.output<Schema> {
  const unstorable = findUnstorable(value, under);
  if (unstorable)
    throw new AppError('invalidParameter', { field: joined(unstorable), reason: 'unstorable text' });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const missing = issues.find((issue) => isMissing(issue, value));
  if (missing) throw new AppError('missingParameter', { field: fieldOf(missing, under) });
  const wrong = issues[0];
  throw new AppError(
    'invalidParameter',
    wrong ? { field: fieldOf(wrong, under), reason: reasonOf(wrong, value) } : {},
  );
}

// PostgreSQL cannot store these characters, not even escaped in JSON, so every request with them is refused.
const UNSTORABLE = /\0|\p{Cs}/u;

/** The path of the first text that cannot be stored. */
export function findUnstorable(
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly PropertyKey[] | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return path;
    const found = findUnstorable(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
}

function joined(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, 200);
}

function fieldOf(issue: z.core.$ZodIssue, under: readonly PropertyKey[]): string {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return joined([...under, ...issue.path, ...unknownKey]);
}

/** Names a value that is not one of the choices: for an `orderBy`, the key that does not exist. */
function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return 'unknown key';
  if (issue.code === 'invalid_value') {
    const given = valueAt(value, issue.path);
    if (typeof given === 'string') return `no such choice: ${given.slice(0, 100)}`;
  }
  return issue.message.slice(0, 200);
}

function isMissing(issue: z.core.$ZodIssue, value: unknown): boolean {
  return issue.code !== 'unrecognized_keys' && valueAt(value, issue.path) === undefined;
}

/** The given value at the path. For a text that was split, the whole text. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return at;
    at = Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  }
  return at;
}
