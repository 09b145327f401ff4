/** What pods of one owner have in common; null of a pod that stands alone. */
export function ownerKeyOf(
  namespace: string,
  ownerKind: string | null,
  ownerName: string | null,
): string | null {
  return ownerKind === null || ownerName === null ? null : `${namespace}/${ownerKind}/${ownerName}`;
}
