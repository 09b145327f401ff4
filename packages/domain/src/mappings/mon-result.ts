import type { MonResult } from '@gwanje/contract/clusters/states';

export function monResultKey(result: MonResult): `monResult.${MonResult}` {
  return `monResult.${result}`;
}
