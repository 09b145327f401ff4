import { NAME_MAX_LENGTH, Name } from '@gwanje/contract/definition/fields';

/** The first of the names that an account may have, cut to the longest name. */
export function usableName(names: readonly unknown[]): string | undefined {
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const cut = [...name.trim()].slice(0, NAME_MAX_LENGTH).join('');
    const parsed = Name.safeParse(cut);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
