import { z } from 'zod';

/** A process reports the outcome of its start to its supervisor, over the channel between them. */
export const ProcessReport = z.union([
  z.object({ state: z.literal('ready') }),
  /** The settings are wrong or a port is taken: another start would fail in the same way. */
  z.object({ state: z.literal('refused'), reason: z.string() }),
]);
export type ProcessReport = z.infer<typeof ProcessReport>;

/** Does nothing in a process without a supervisor. A supervisor that has just ended is no error. */
export async function reportToSupervisor(report: ProcessReport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!process.channel || !process.send) return;
  process.send(report, () => resolve());
  await promise;
}
