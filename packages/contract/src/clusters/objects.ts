import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp } from '../definition/fields.ts';
import { monResults } from './states.ts';

export const MonResultField = z.enum(monResults);

/** One change in the state of an object, as text: field, old value, new value. */
export const StateChange = z.object({
  at: Timestamp,
  changes: z.array(z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});

export const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  changedAt: Timestamp.nullable(),
});

export const Labels = z.record(z.string(), z.string());

/** A name-list entry of an existing object. */
export function nameEntry<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, name: z.string() });
}

/** Changes objects of one kind. For now only whether they are monitored (감시 제외). */
export function objectUpdate<Id extends z.ZodRawShape>(kind: string, summary: string, id: Id) {
  return endpoint({
    route: `PUT /${kind}/update`,
    summary,
    access: 'groupAdmin',
    body: z
      .array(z.strictObject({ ...id, isMonitored: z.boolean() }))
      .min(1)
      .max(1000),
  });
}
