import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { formatNumber } from '@gwanje/domain/formats/number';
import { apiQuery } from '#core/api/query.ts';

export type Health = ResponseOf<typeof getInstallationHealth>;

export const DAY_MS = 86_400_000;

export const healthQuery = apiQuery(getInstallationHealth, {}, { staleMs: 5_000 });

export function formatRate(value: number | null): string {
  return value === null ? '-' : formatNumber(value, { decimals: value < 10 ? 2 : 0 });
}
