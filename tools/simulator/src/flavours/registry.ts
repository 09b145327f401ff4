import { aks } from './aks.ts';
import { eks } from './eks.ts';
import type { Flavour, FlavourName } from './flavour.ts';
import { onprem } from './onprem.ts';

export const FLAVOURS = { aks, eks, onprem } satisfies Record<FlavourName, Flavour>;

export function isFlavour(name: string): name is FlavourName {
  return Object.hasOwn(FLAVOURS, name);
}
