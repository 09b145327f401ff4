import type { WebhookDraft } from './webhook-form.ts';

type Key = keyof WebhookDraft;

export interface Merged {
  readonly draft: WebhookDraft;
  /** Fields whose typed value differs from the newly stored one. The draft holds the typed value. */
  readonly differing: readonly Key[];
}

/** Keeps the typed fields, and takes the stored value of every other field. */
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
