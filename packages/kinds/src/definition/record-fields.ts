import { z } from 'zod';

/** Limits of Kubernetes: names 253, label keys 317, label values 63. The agent cuts messages. */
export const Name = z.string().min(1).max(253);
export const Uid = z.string().min(1).max(128);
export const ShortText = z.string().max(253);
export const Message = z.string().max(2048);
export const Time = z.iso.datetime({ offset: true });
/** Kubernetes limits the size of the object, not the number of labels. The agent drops labels beyond this. */
export const MAX_LABELS = 500;
export const Labels = z
  .record(z.string().max(317), z.string().max(1024))
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS);

/** Cores and bytes; -1: not set. */
export const Resources = z.object({ cpuCores: z.number(), memBytes: z.number(), ephemeralBytes: z.number() });

export const Condition = z.object({
  type: ShortText,
  status: z.enum(['True', 'False', 'Unknown']),
  reason: ShortText.nullable(),
  message: Message.nullable(),
  changedAt: Time.nullable(),
});

/** The schema has checked the text. A date outside the range of Date gives null. */
export function msOfTime(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}

export const Owner = z.object({ kind: ShortText, name: Name, uid: Uid });
