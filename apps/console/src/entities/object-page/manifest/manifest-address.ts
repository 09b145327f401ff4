import { parseInstant } from '@gwanje/domain/formats/time';
import type { PageKind } from '@gwanje/kinds/registry';
import type { AddressText } from '#core/navigation/use-address.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';

/** The names in the address: the instant of the shown manifest, and the one that it is compared with. */
const AT = 'at';
const COMPARED_AT = 'comparedAt';

/** Undefined: now, and no comparison. */
export interface ManifestChoice {
  readonly at: string | undefined;
  readonly comparedAt: string | undefined;
}

export function manifestChoice(search: AddressText): ManifestChoice {
  return { at: instantOf(search[AT]), comparedAt: instantOf(search[COMPARED_AT]) };
}

export function manifestSearch({ at, comparedAt }: ManifestChoice): AddressText {
  return { [AT]: at, [COMPARED_AT]: comparedAt };
}

/** The page that compares the versions of two instants. Default: a version with the one that was valid until then. */
export function comparisonAddress(
  kind: PageKind,
  hostId: number,
  id: number,
  at: string,
  comparedAt = new Date(Date.parse(at) - 1).toISOString(),
): string {
  return `${pageAddress(kind, hostId, id, { tab: 'manifest' })}&${new URLSearchParams({ [AT]: at, [COMPARED_AT]: comparedAt })}`;
}

/** An instant of the address as the server reads it; undefined for other texts. */
function instantOf(text: string | undefined): string | undefined {
  const instantMs = text === undefined ? undefined : parseInstant(text);
  return instantMs === undefined ? undefined : new Date(instantMs).toISOString();
}
