import { ScimError } from './scim-error.ts';

/** The values that attributes must equal. All of them apply. */
export type ScimFilter = ReadonlyMap<string, string>;

const MAX_LENGTH = 1000;
const CONDITION = /^\s*([A-Za-z][\w.:-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i;
const AND = /^and\s+/i;

/**
 * Reads `attribute eq "value"`, and several of these joined by `and`. Identity providers look for one user or group
 * with it; other filters are refused.
 */
export function parseScimFilter(text: string | undefined, attributes: readonly string[]): ScimFilter {
  const filter = new Map<string, string>();
  if (text === undefined) return filter;
  if (text.length > MAX_LENGTH) throw invalid('the filter is too long');
  let rest = text;
  for (;;) {
    const condition = CONDITION.exec(rest);
    if (!condition) throw invalid('only `attribute eq "value"`, joined by `and`, is supported');
    const [whole, name = '', value = ''] = condition;
    const attribute = attributes.find((known) => known.toLowerCase() === withoutSchema(name).toLowerCase());
    if (attribute === undefined) throw invalid(`not filterable: ${name}`);
    const wanted = comparedValue(value);
    // Two different values of one attribute fit no resource.
    filter.set(attribute, filter.has(attribute) && filter.get(attribute) !== wanted ? '' : wanted);
    rest = rest.slice(whole.length);
    if (rest === '') return filter;
    if (!AND.test(rest)) throw invalid('conditions must be joined by `and`');
    rest = rest.replace(AND, '');
  }
}

function comparedValue(text: string): string {
  if (!text.startsWith('"')) return text.toLowerCase();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
  } catch {
    // Not a JSON text.
  }
  throw invalid('a value is not a valid text');
}

/** `urn:ietf:params:scim:schemas:core:2.0:User:userName` is `userName`. */
function withoutSchema(name: string): string {
  return name.replace(/^urn:.*:(?=[^:]+$)/i, '');
}

function invalid(detail: string): ScimError {
  return new ScimError(400, 'invalidFilter', detail);
}
