import { AppError } from '@gwanje/contract/errors';
import type { z } from 'zod';

/** Parses one part of a request. A required value that is absent is 8001; anything else wrong is 8002. Both name the field. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly PropertyKey[] = [],
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const missing = issues.find((issue) => isMissing(issue, value));
  if (missing) throw new AppError('missingParameter', { field: fieldOf(missing, under) });
  const wrong = issues[0];
  throw new AppError(
    'invalidParameter',
    wrong ? { field: fieldOf(wrong, under), reason: reasonOf(wrong) } : {},
  );
}

function fieldOf(issue: z.core.$ZodIssue, under: readonly PropertyKey[]): string {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...under, ...issue.path, ...unknownKey].map(String).join('.').slice(0, 200);
}

function reasonOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys' ? 'unknown key' : issue.message.slice(0, 200);
}

function isMissing(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.code === 'unrecognized_keys') return false;
  let at = value;
  for (const key of issue.path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return true;
    at = Reflect.get(at, key);
  }
  return at === undefined;
}
