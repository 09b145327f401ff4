import { z } from 'zod';

/** Bidirectional controls and invisible characters make two names look alike; control characters break everything else. */
const UNSAFE_IN_NAME = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** Names of groups, clusters and templates: 1–50 characters after trimming, any script. */
export const Name = z
  .string()
  .max(500)
  .refine((text) => !UNSAFE_IN_NAME.test(text), 'control character')
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => text.length > 0, 'empty')
  .refine((text) => [...text].length <= 50, 'longer than 50');

/** Uniqueness ignores case and Unicode composition. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export const YesNo = z.enum(['Y', 'N']);
/** ISO 8601 with offset. */
export const Timestamp = z.iso.datetime({ offset: true });
export const Role = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export const RoleChoice = z.union([z.literal(10), z.literal(1), z.literal(3), z.literal(2)]);
export const UserStatus = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

export type YesNo = z.infer<typeof YesNo>;
export type Role = z.infer<typeof Role>;
export type RoleChoice = z.infer<typeof RoleChoice>;
export type UserStatus = z.infer<typeof UserStatus>;
