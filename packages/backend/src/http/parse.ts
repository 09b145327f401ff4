import { AppError } from '@gwanje/contract/definition/errors';
import type { z } from 'zod';

/**
 * Parses one part of a request. A missing required value is 8001, any other error 8002. Both name the field.
 * The schema is first: it refuses most wrong values at their first level.
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly PropertyKey[] = [],
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) {
    const unstorable = findUnstorable(value);
    if (unstorable)
      throw new AppError('invalidParameter', {
        field: joined([...under, ...unstorable]),
        reason: 'unstorable text',
      });
    return result.data;
  }
  const { issues } = result.error;
  const missing = issues.find((issue) => isMissing(issue, value));
  if (missing) throw new AppError('missingParameter', { field: fieldOf(missing, under) });
  const wrong = issues[0];
  throw new AppError(
    'invalidParameter',
    wrong ? { field: fieldOf(wrong, under), reason: reasonOf(wrong, value) } : {},
  );
}

/** The path of the first text that PostgreSQL cannot store, not even escaped in JSON. */
export function findUnstorable(value: unknown): readonly PropertyKey[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = findUnstorable(value[i]);
      if (found) return [i, ...found];
    }
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return [];
    const found = findUnstorable(inner);
    if (found) return [key, ...found];
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
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
