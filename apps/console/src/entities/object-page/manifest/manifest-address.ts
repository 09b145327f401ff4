import { parseInstant } from '@gwanje/domain/formats/time';
import type { AddressText } from '#core/navigation/use-address.ts';
import { manifestInstants } from '#entities/inventory/object-address.ts';

/** Undefined: now, and no comparison. */
export interface ManifestChoice {
  readonly at: string | undefined;
  readonly comparedAt: string | undefined;
}

export function manifestChoice(search: AddressText): ManifestChoice {
  return {
    at: instantOf(search[manifestInstants.at]),
    comparedAt: instantOf(search[manifestInstants.comparedAt]),
  };
}

export function manifestSearch({ at, comparedAt }: ManifestChoice): AddressText {
  return { [manifestInstants.at]: at, [manifestInstants.comparedAt]: comparedAt };
}

/** An instant of the address as the server reads it; undefined for other texts. */
function instantOf(text: string | undefined): string | undefined {
  const instantMs = text === undefined ? undefined : parseInstant(text);
  return instantMs === undefined ? undefined : new Date(instantMs).toISOString();
}
