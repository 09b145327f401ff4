import type { WebhookDraft } from './webhook-form.ts';

type Key = keyof WebhookDraft;

export interface Merged {
  readonly draft: WebhookDraft;
  /** What was typed here and is something else there: the draft has what was typed. */
  readonly differing: readonly Key[];
}

/** What somebody else saved meanwhile comes in where nothing was typed; what was typed stays. */
export function mergedDraft(first: WebhookDraft, typed: WebhookDraft, stored: WebhookDraft): Merged {
  const touched = (Object.keys(typed) as Key[]).filter((key) => !isSame(typed[key], first[key]));
  const kept = Object.fromEntries(touched.map((key) => [key, typed[key]]));
  return {
    draft: { ...stored, ...kept },
    differing: touched.filter((key) => !isSame(typed[key], stored[key])),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
