import { nameKey } from '@gwanje/contract/definition/fields';

/** The names of a sub group and its meta group. */
export interface GroupName {
  readonly metaGroupName: string;
  readonly subGroupName: string;
}

/** `meta group/sub group`, as identity providers write a group. '/' and '%' inside a name are percent-encoded. */
export function groupPath({ metaGroupName, subGroupName }: GroupName): string {
  return [metaGroupName, subGroupName].map(encode).join('/');
}

/** Undefined: the text does not name a meta group and a sub group. */
export function parseGroupPath(text: string): GroupName | undefined {
  const parts = text.split('/').map(decode);
  const [metaGroupName, subGroupName] = parts;
  return parts.length === 2 && metaGroupName && subGroupName ? { metaGroupName, subGroupName } : undefined;
}

/** Equal for names of the same group. */
export function groupKey({ metaGroupName, subGroupName }: GroupName): string {
  return JSON.stringify([nameKey(metaGroupName), nameKey(subGroupName)]);
}

function encode(name: string): string {
  return name.replace(/[%/]/g, encodeURIComponent);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}
