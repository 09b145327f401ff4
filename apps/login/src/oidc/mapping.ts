import type { RoleChoice } from '@gwanje/contract/definition/fields';
import type { GroupName } from '@gwanje/domain/access/group-path';
import { STRONGEST_FIRST } from '@gwanje/domain/access/permissions';

/** Maps a claim's value to a role. `*` matches every user who signs on. */
export type RoleMap = ReadonlyMap<string, RoleChoice>;

export type GroupMap = ReadonlyMap<string, readonly GroupName[]>;

/** `admins=1,leads=3,*=2` */
export function parseRoleMap(text: string): RoleMap {
  return new Map(
    entriesOf(text).map(([value, role]) => {
      const choice = STRONGEST_FIRST.find((candidate) => String(candidate) === role);
      if (choice === undefined) throw new Error(`'${role}' is not a role: use 10, 1, 3 or 2`);
      return [value, choice];
    }),
  );
}

/**
 * `devs=meta group/sub group,…`; a value may appear more than once. ',', '=', '/' and '%' inside names are
 * percent-encoded.
 */
export function parseGroupMap(text: string): GroupMap {
  const map = new Map<string, GroupName[]>();
  for (const [value, group, raw] of entriesOf(text)) {
    const [metaGroupName, subGroupName, ...rest] = raw.split('/').map(decode);
    if (!metaGroupName || !subGroupName || rest.length > 0) {
      throw new Error(`'${group}' must be a meta group and a sub group: name/name`);
    }
    map.set(value, [...(map.get(value) ?? []), { metaGroupName, subGroupName }]);
  }
  return map;
}

function entriesOf(text: string): [value: string, meaning: string, raw: string][] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const at = entry.indexOf('=');
      const value = decode(entry.slice(0, Math.max(at, 0)));
      const raw = entry.slice(at + 1).trim();
      if (value === '' || raw === '') throw new Error(`'${entry.trim()}' must be value=meaning`);
      return [value, decode(raw), raw];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    throw new Error(`'${text.trim()}' is not percent-encoded correctly`);
  }
}

/** The values of a claim: text or a list of texts, at a dotted path such as `realm_access.roles`. */
export function claimValues(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  let at: unknown = claims;
  // A claim whose name contains dots (`https://example.com/roles`) takes precedence over a path.
  if (Object.hasOwn(claims, path)) at = claims[path];
  else {
    for (const key of path.split('.')) {
      at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
    }
  }
  const values: readonly unknown[] = Array.isArray(at) ? at : [at];
  return values.filter((value) => typeof value === 'string');
}
