import type { CauseKind } from '@gwanje/kinds/calls/causes';
import type { Change } from '@gwanje/kinds/state/changes';
import type { StateFact } from './facts.ts';

/** The changes of one field of objects of one kind. */
export function changesOf(
  states: readonly StateFact[],
  kind: CauseKind,
  field: string,
): { readonly fact: StateFact; readonly change: Change }[] {
  return states.flatMap((fact) =>
    fact.object.kind !== kind
      ? []
      : fact.changes.filter(({ what }) => what === field).map((change) => ({ fact, change })),
  );
}

/** A number that history stored as text; null when it was not set. */
export function countOf(text: string | null): number | null {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** An object that the first listing of its cluster reports is older than its first change. */
const NEW_WITHIN_MS = 10 * 60_000;

export function isNewObject({ atMs, createdMs }: StateFact): boolean {
  return createdMs !== null && Math.abs(atMs - createdMs) <= NEW_WITHIN_MS;
}

/** The name of the agent's image in every registry. */
const AGENT_IMAGE = /(?:^|\/)gwanje-agent(?::([\w.-]+))?(?:@|$)/;

/** The version of the agent among the images of a workload; null: it runs no agent. */
export function agentTag(images: string | null): string | null {
  for (const image of (images ?? '').split(',')) {
    const found = AGENT_IMAGE.exec(image);
    if (found) return found[1] ?? 'latest';
  }
  return null;
}
