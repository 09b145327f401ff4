import { parseInstant } from '@gwanje/domain/formats/time';
import type { ListDeclaration } from '../define-list.ts';

const AROUND_MS = 60 * 60_000;

/** The hour before the row's last time, the chosen instant, or now. */
export function rangeAround(lastMs: string | number | null | undefined, at: string | null, serverMs: number) {
  const to = typeof lastMs === 'number' ? lastMs : ((at === null ? undefined : parseInstant(at)) ?? serverMs);
  return { from: to - AROUND_MS, to };
}

/** The newest sample among rows. */
export function newestDataMs<Row>(rows: readonly Row[], { dataAtOf }: ListDeclaration<Row>): number | null {
  if (!dataAtOf) return null;
  let newest: number | null = null;
  for (const row of rows) {
    const dataMs = parseInstant(dataAtOf(row) ?? '');
    if (dataMs !== undefined && (newest === null || dataMs > newest)) newest = dataMs;
  }
  return newest;
}
