import { parsePart } from '@gwanje/backend/http/parse';
import { PATCH_OPERATION_SCHEMA, type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import { z } from 'zod';
import { ScimError } from './scim-error.ts';

/** The attributes that a PATCH may name, with their parts. Operations on others are ignored. */
export type PatchAttributes = Readonly<Record<string, readonly string[]>>;

export const USER_ATTRIBUTES: PatchAttributes = {
  userName: [],
  externalId: [],
  displayName: [],
  name: ['formatted', 'familyName', 'givenName'],
  active: [],
  emails: ['value', 'type', 'primary'],
  roles: ['value', 'type', 'primary', 'display'],
};
export const GROUP_ATTRIBUTES: PatchAttributes = { displayName: [], members: ['value'] };
const LISTS = new Set(['emails', 'roles', 'members']);
const CORE_SCHEMAS = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const PATH = /^([A-Za-z]+)(\[[^[\]]{1,300}\])?(?:\.([A-Za-z]+))?$/;

const Operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().min(1).max(500).optional(),
  value: z.unknown().optional(),
});
const PatchBody = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(PATCH_OPERATION_SCHEMA)),
  Operations: z.array(Operation).min(1).max(1000),
});

/** The library wants it; no operation may name it. */
const META = { resourceType: '', created: new Date(0), lastModified: new Date(0), location: '' };

/** The resource after the operations of a PATCH. */
export function patched(
  resource: { readonly schemas: string[] },
  body: unknown,
  attributes: PatchAttributes,
): unknown {
  const operations = parsePart(PatchBody, body).Operations.flatMap((operation) =>
    withPaths(operation).flatMap((single) => knownOperation(single, attributes)),
  );
  try {
    const before: ScimResource = { ...resource, meta: META };
    return scimPatch(before, operations, { mutateDocument: false, treatMissingAsAdd: true });
  } catch (error) {
    throw new ScimError(
      400,
      'invalidPath',
      error instanceof Error ? error.message.slice(0, 200) : 'cannot be applied',
    );
  }
}

interface Single {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value: unknown;
}

/** An operation without a path names the attributes in its value. */
function withPaths({ op, path, value }: z.output<typeof Operation>): Single[] {
  if (path !== undefined) return [{ op, path, value }];
  if (op === 'remove') throw new ScimError(400, 'invalidPath', 'a removal needs a path');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError(400, 'invalidValue', 'an operation without a path needs an object as value');
  return Object.entries(value).map(([key, inner]) => ({ op, path: key, value: inner }));
}

/**
 * Only known attributes reach the library, in their own spelling: a path such as `__proto__.x` must not. Extensions and
 * attributes that the console has no place for are left out.
 */
function knownOperation({ op, path, value }: Single, attributes: PatchAttributes): ScimPatchOperation[] {
  const match = PATH.exec(path.replace(CORE_SCHEMAS, ''));
  if (!match) {
    if (path.toLowerCase().startsWith('urn:')) return [];
    throw new ScimError(400, 'invalidPath', 'the path of an operation is malformed');
  }
  const [, name = '', rawFilter = '', part] = match;
  // Entra ID writes `roles[primary eq "True"].value`.
  const filter = rawFilter.replace(
    /\beq "(true|false)"/i,
    (_text, flag: string) => `eq ${flag.toLowerCase()}`,
  );
  const attribute = Object.keys(attributes).find((known) => known.toLowerCase() === name.toLowerCase());
  if (attribute === undefined) return [];
  const subPath = attributes[attribute]?.find((known) => known.toLowerCase() === part?.toLowerCase());
  if (part !== undefined && subPath === undefined) return [];
  if (filter !== '' && !LISTS.has(attribute))
    throw new ScimError(400, 'invalidPath', `${attribute} is no list`);
  const full = attribute + filter + (subPath === undefined ? '' : `.${subPath}`);
  if (op === 'remove') return [{ op, path: full, ...listValue(attribute, full, value) }];
  if (value === undefined) throw new ScimError(400, 'invalidValue', `${full}: a value is missing`);
  if (attribute === 'name' && subPath === undefined) return nameParts(op, value, attributes);
  return [{ op, path: full, value, ...listValue(attribute, full, value) }];
}

/** `name` as an object: its parts one by one. */
function nameParts(op: 'add' | 'replace', value: unknown, attributes: PatchAttributes): ScimPatchOperation[] {
  if (typeof value !== 'object' || value === null)
    throw new ScimError(400, 'invalidValue', 'name: must be an object');
  return Object.entries(value).flatMap(([part, inner]) =>
    knownOperation({ op, path: `name.${part}`, value: inner }, attributes),
  );
}

/**
 * The whole list as a value: a provider may send one item instead of a list, or its value alone. Members are compared by
 * their id, whatever else a provider sends of them.
 */
function listValue(attribute: string, path: string, value: unknown): { value?: unknown } {
  if (!LISTS.has(attribute) || path !== attribute || value === undefined) return {};
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return {
    value: items.map((item) => {
      const object = typeof item === 'string' ? { value: item } : item;
      return attribute === 'members' && typeof object === 'object' && object !== null && 'value' in object
        ? { value: object.value }
        : object;
    }),
  };
}
