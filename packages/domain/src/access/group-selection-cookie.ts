import { MAX_ID } from '@gwanje/contract/definition/fields';
import type { StoredSelection } from './group-selection.ts';

/** Usually one cookie. The others are used only when the ids do not fit. Saving clears unused cookies. */
export const groupCookieNames = ['gwanje_groups', 'gwanje_groups_2', 'gwanje_groups_3'] as const;

/** Browsers refuse a cookie over 4,096 bytes including its name and attributes. */
export const MAX_GROUP_COOKIE_LENGTH = 3_800;

const ALL = 'all';
const ID_END = '.';
const BASE_36_ID = /^[1-9a-z][0-9a-z]{0,5}$/;

/**
 * The values of the cookies, in the order of their names. Each id ends with a dot: 'all' is the keyword,
 * 'all.' the id 13737. A selection too large for the cookies becomes 'all': more cookies would exceed the
 * limit of request headers and lock the user out.
 */
export function encodeSelection(selection: StoredSelection): string[] {
  if (selection === ALL) return [ALL];
  const values: string[] = [];
  let value = '';
  for (const id of new Set(selection)) {
    const text = id.toString(36) + ID_END;
    if (value.length + text.length > MAX_GROUP_COOKIE_LENGTH) {
      values.push(value);
      value = '';
    }
    value += text;
  }
  values.push(value);
  return values.length > groupCookieNames.length ? [ALL] : values;
}

/** Ignores invalid ids. Undefined when no valid id is left. */
export function decodeSelection(values: readonly (string | undefined)[]): StoredSelection | undefined {
  if (values.includes(ALL)) return ALL;
  const ids = new Set<number>();
  for (const text of values.flatMap((value) => value?.split(ID_END) ?? [])) {
    const id = BASE_36_ID.test(text) ? Number.parseInt(text, 36) : Number.NaN;
    if (id <= MAX_ID) ids.add(id);
  }
  return ids.size > 0 ? [...ids] : undefined;
}
