/** Identifies the owner of pods; null: the pod has no owner. */
export function ownerKeyOf(
  namespace: string,
  ownerKind: string | null,
  ownerName: string | null,
): string | null {
  return ownerKind === null || ownerName === null ? null : `${namespace}/${ownerKind}/${ownerName}`;
}
