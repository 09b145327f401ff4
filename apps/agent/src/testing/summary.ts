import { z } from 'zod';
import type { Rates } from '../kubelet/rates.ts';
import type { Rows } from '../kubelet/rows.ts';
import { NodeSummary, PodSummary, SummaryReader } from '../kubelet/summary.ts';

/** The whole `/stats/summary`. */
export const Summary = NodeSummary.extend({ pods: z.array(PodSummary).nullish() });

export function rowsOf(nodeName: string, summary: unknown, rates: Rates, atMs: number): Rows {
  const reader = new SummaryReader(rates, atMs);
  const { pods, node } = Summary.parse(summary);
  reader.addNode(nodeName, { node });
  for (const pod of pods ?? []) reader.addPod(pod);
  return reader.rows;
}
