import { ImageName, inRegistry, NamespaceName, RegistryName } from '@gwanje/contract/agent/image';
import type { downloadManifest } from '@gwanje/contract/clusters/clusters';
import type { z } from 'zod';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export interface ManifestDraft {
  readonly registry: string;
  readonly image: string;
  readonly namespace: string;
  readonly isKubeletInsecure: boolean;
}
export type ManifestField = 'registry' | 'image' | 'namespace';

export const USUAL: ManifestDraft = { registry: '', image: '', namespace: '', isKubeletInsecure: false };
export const USUAL_NAMESPACE = 'gwanje';

type ManifestQuery = z.input<(typeof downloadManifest)['query']>;

const SHAPES = {
  registry: [RegistryName, 'clusters.registryFault'],
  image: [ImageName, 'clusters.imageFault'],
  namespace: [NamespaceName, 'clusters.namespaceFault'],
} as const satisfies Record<ManifestField, readonly [z.ZodType, PlainKey]>;

/** The parameters of the manifest besides the cluster, or their errors. Empty fields add no parameter. */
export function manifestQuery(
  draft: ManifestDraft,
): { readonly query: ManifestQuery } | { readonly faults: FieldErrors<ManifestField> } {
  const faults: Partial<Record<ManifestField, PlainKey>> = {};
  const query: Partial<Record<ManifestField, string>> = {};
  for (const field of ['registry', 'image', 'namespace'] as const) {
    const text = draft[field].trim();
    if (text === '') continue;
    const [shape, fault] = SHAPES[field];
    if (shape.safeParse(text).success) query[field] = text;
    else faults[field] = fault;
  }
  if (query.registry !== undefined && query.image !== undefined) faults.image = 'clusters.imageOrRegistry';
  if (Object.keys(faults).length > 0) return { faults };
  return { query: { ...query, ...(draft.isKubeletInsecure && { kubeletInsecure: 'Y' as const }) } };
}

/** The image name in the manifest. */
export function shownImage({ image, registry }: ManifestDraft, usual: string): string {
  if (image.trim() !== '') return image.trim();
  return registry.trim() === '' ? usual : inRegistry(usual, registry.trim());
}
