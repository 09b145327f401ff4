import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { getNodeHistory } from '@gwanje/kinds/node/history-calls';

export type HistoryRecord = ResponseOf<typeof getNodeHistory>;

/** The span of a running record ends at the answer's time. */
export function spanOf({ fromAt, toAt, serverTime }: HistoryRecord): readonly [fromMs: number, toMs: number] {
  const endMs = Date.parse(toAt ?? serverTime);
  return [fromAt === null ? endMs : Date.parse(fromAt), endMs];
}
