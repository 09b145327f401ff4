import { quantityOrUnset } from '@gwanje/kinds/definition/quantity';
import { MAX_LABELS } from '@gwanje/kinds/definition/record-fields';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { z } from 'zod';
import type { Metadata, Quantities, RawConditions } from './raw.ts';

type Owner = NonNullable<PodRecord['owner']>;
type Condition = NodeRecord['conditions'][number];

const MAX_NAME_LENGTH = 253;
const MAX_MESSAGE_LENGTH = 2048;
const MAX_LABEL_LENGTH = 1024;
const MAX_CONDITIONS = 100;

/** Shortens a text without splitting a surrogate pair, because half a pair is not valid text. */
export function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}

/** Cuts the text at 253 characters; an empty text becomes null. */
export function shortTextOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text === '' ? null : cut(text, MAX_NAME_LENGTH);
}

/** Like `shortTextOrNull`, but a missing text becomes empty. */
export function shortText(text: string | null | undefined): string {
  return shortTextOrNull(text) ?? '';
}

export function messageOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text === '' ? null : cut(text, MAX_MESSAGE_LENGTH);
}

/** Kubernetes leaves out a count of 0. */
export function nonNegativeInteger(count: number | null | undefined): number {
  return Math.max(0, Math.trunc(count ?? 0));
}

export function labelsOf(labels: Readonly<Record<string, string>> | null | undefined) {
  const short: Record<string, string> = {};
  for (const [key, value] of Object.entries(labels ?? {}).slice(0, MAX_LABELS))
    short[key] = cut(value, MAX_LABEL_LENGTH);
  return short;
}

export function resourcesOf(given: z.output<typeof Quantities>) {
  return {
    cpuCores: quantityOrUnset(given?.cpu),
    memBytes: quantityOrUnset(given?.memory),
    ephemeralBytes: quantityOrUnset(given?.['ephemeral-storage']),
  };
}

export function conditionsOf(given: z.output<typeof RawConditions>): Condition[] {
  return (given ?? []).slice(0, MAX_CONDITIONS).map((condition) => ({
    type: shortText(condition.type),
    status: condition.status === 'True' || condition.status === 'False' ? condition.status : 'Unknown',
    reason: shortTextOrNull(condition.reason),
    message: messageOrNull(condition.message),
    changedAt: condition.lastTransitionTime ?? null,
  }));
}

/** The owner that controls the object. Other owners only prevent its garbage collection. */
export function controllerOf({ ownerReferences }: z.output<typeof Metadata>): Owner | null {
  const found = ownerReferences?.find(({ controller }) => controller === true);
  return found ? { kind: found.kind, name: found.name, uid: found.uid } : null;
}
