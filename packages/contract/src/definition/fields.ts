import { z } from 'zod';

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

/** True when the store can hold the text: no NUL, no unpaired surrogate. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
